/* The same questions about many deals.  See plan.h. */
#include "plan.h"

#include <string.h>

#include "batch.h"

enum { GUESS = 3, FAST_SIDE_A = 5 /* seats 1 and 3 */ };

const char *plan_fault(const plan *asked)
{
    if (asked->players < 2 || asked->players > MAX_PLAYERS)
        return "there must be 2 to 7 players";
    if (asked->hand_size < 1 || asked->hand_size > MAX_HAND)
        return "a hand must have 1 to 15 cards";
    for (int number = 0; number < asked->question_count; number++) {
        const question *about = &asked->questions[number];
        if (about->active_mask >> asked->players || !(about->active_mask >> about->leader & 1) ||
            about->leader >= asked->players)
            return "the leader is none of the players";
        if (about->picks_up && !(about->active_mask >> (asked->players - 1) & 1))
            return "the dealer picks up but does not play";
    }
    return NULL;
}

/* The question as a position of the general search. */
static position position_of(const plan *asked, const question *about, const uint64_t *hands)
{
    position start;
    memset(&start, 0, sizeof start);
    start.trump = about->trump;
    for (int seat = 0; seat < asked->players; seat++) {
        if (!(about->active_mask >> seat & 1))
            continue;
        if (seat == about->leader)
            start.leader = start.players;
        start.sides |= (uint8_t)((about->side_mask >> seat & 1) << start.players);
        start.hands[start.players++] = hands[seat];
    }
    return start;
}

/* Whether the fast search knows the deal; if so the players are seated. */
static int seat_fast(const plan *asked, const question *about, const uint64_t *hands)
{
    uint64_t held[SEATS];
    if (!asked->fast || asked->players != SEATS ||
        (about->side_mask ^ FAST_SIDE_A) & about->active_mask)
        return 0;
    for (int seat = 0; seat < SEATS; seat++)
        held[seat] = about->active_mask >> seat & 1 ? hands[seat] : 0;
    if (deal_fault(held, about->trump, about->leader))
        return 0;
    set_deal(asked->fast, held, about->trump, about->active_mask, about->leader);
    return 1;
}

/* Of the cards with the best value the one least worth keeping: no trump, of low rank, last. */
static int choose_discard(int trump, int maximise, uint64_t cards, const int8_t *values)
{
    int best = -1, best_value = 0, best_worth = 0;
    for (int at = 0; cards; cards &= cards - 1, at++) {
        int card = __builtin_ctzll(cards), worth = worth_of(card, trump);
        if (values[at] < 0)
            continue;
        int better = maximise ? values[at] > best_value : values[at] < best_value;
        if (best < 0 || better || (values[at] == best_value && worth < best_worth)) {
            best = card;
            best_value = values[at];
            best_worth = worth;
        }
    }
    return best;
}

/* The value of each discard; of touching cards the fast search tries one (see batch.c). */
static const char *value_discards(plan *asked, const question *about, uint64_t *hands,
                                  uint64_t six, uint64_t allowed_mask, int8_t *values)
{
    uint64_t *dealer = &hands[asked->players - 1];
    uint64_t cards = six;
    int8_t known[32];
    int guess = GUESS;
    memset(known, -1, sizeof known);
    for (int at = 0; cards; cards &= cards - 1, at++) {
        uint64_t card = cards & (~cards + 1);
        if (!(card & allowed_mask))
            continue;
        *dealer = six ^ card;
        if (seat_fast(asked, about, hands)) {
            lanes held = lanes_of(six, about->trump), place = lanes_of(card, about->trump);
            lanes others = asked->fast->live & ~asked->fast->hands[SEATS - 1];
            lanes firsts = representatives(held, others) & ((place << 1) - 1);
            int8_t *group = &known[31 - __builtin_clz(firsts)];
            if (*group < 0)
                *group = (int8_t)(guess = fast_tricks(asked->fast, guess));
            values[at] = *group;
            continue;
        }
        const position start = position_of(asked, about, hands);
        const char *fault = position_fault(&start);
        if (fault)
            return fault;
        values[at] = (int8_t)solve_tricks(&start, asked->memory, &asked->nodes);
    }
    return NULL;
}

/* The value of `hands` and the leads that keep it; a value known already is `guess`. */
static const char *value_leads(plan *asked, const question *about, const uint64_t *hands,
                               int known, const answer *given)
{
    if (seat_fast(asked, about, hands)) {
        fast_search *fast = asked->fast;
        int tricks = known >= 0 ? known : fast_tricks(fast, GUESS);
        lanes firsts = fast_leads(fast, tricks);
        *given->tricks = (int8_t)tricks;
        *given->best = cards_in(hands[about->leader], about->trump,
                                touching(fast, fast->hands[about->leader], firsts));
        return NULL;
    }
    const position start = position_of(asked, about, hands);
    const char *fault = position_fault(&start);
    if (!fault)
        *given->tricks = (int8_t)solve_best(&start, asked->memory, given->best, &asked->nodes);
    return fault;
}

const char *answer_question(plan *asked, int number, const uint64_t *hands, int upcard,
                            uint64_t allowed_mask, const answer *given)
{
    const question *about = &asked->questions[number];
    uint64_t played[MAX_PLAYERS];
    int known = -1;
    memcpy(played, hands, (size_t)asked->players * sizeof *hands);
    memset(given->discards, -1, (size_t)asked->hand_size + 1);
    *given->discard = -1;
    if (about->picks_up) {
        if (upcard < 0 || upcard >= CARD_COUNT)
            return "there is no upcard to pick up";
        uint64_t six = played[asked->players - 1] | UINT64_C(1) << upcard;
        if (count_cards(six) != asked->hand_size + 1 || !(six & allowed_mask))
            return "the dealer has nothing to discard";
        const char *fault = value_discards(asked, about, played, six, allowed_mask,
                                           given->discards);
        if (fault)
            return fault;
        int for_side_a = about->side_mask >> (asked->players - 1) & 1; /* the dealer sits last */
        int card = choose_discard(about->trump, for_side_a, six, given->discards);
        *given->discard = (int8_t)card;
        known = given->discards[count_cards(six & ((UINT64_C(1) << card) - 1))];
        played[asked->players - 1] = six ^ UINT64_C(1) << card;
    }
    return value_leads(asked, about, played, known, given);
}
