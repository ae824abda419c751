/* Many deals of 24 cards at once.  See batch.h. */
#include "batch.h"

#include <string.h>

enum { JACK = 1 << 2, LEFT_BOWER = 1 << 5, FIRST_GUESS = 3 };

/* The six ranks of a suit, ace in the highest bit. */
static lanes ranks_up(uint64_t hand, int suit)
{
    uint64_t ranks = hand >> (1 + SUIT_CARDS * suit) & 63;
    ranks = (ranks * UINT64_C(0x80200802) & UINT64_C(0x0884422110)) * UINT64_C(0x0101010101);
    return (lanes)(ranks >> 34 & 63);
}

lanes lanes_of(uint64_t hand, int trump)
{
    lanes set = 0;
    int filled = 1; /* lane 0 is for the other suit of the colour */
    for (int suit = 0; suit < 4; suit++) {
        lanes ranks = ranks_up(hand, suit);
        if (suit == trump) /* the ranks above the jack close the gap it leaves */
            set |= ((ranks & 3) | (ranks >> 1 & 0x1C) | (ranks & JACK) << 4) << 24;
        else if (suit == 3 - trump)
            set |= (ranks & ~(lanes)JACK) | (ranks & JACK ? (lanes)LEFT_BOWER << 24 : 0);
        else
            set |= ranks << 8 * filled++;
    }
    return set;
}

uint64_t cards_in(uint64_t hand, int trump, lanes set)
{
    uint64_t found = 0;
    for (; hand; hand &= hand - 1)
        if (lanes_of(hand & (~hand + 1), trump) & set)
            found |= hand & (~hand + 1);
    return found;
}

lanes touching(const fast_search *search, lanes hand, lanes chosen)
{
    lanes firsts = representatives(hand, search->live & ~hand);
    for (lanes rest = hand & ~firsts; rest; rest &= rest - 1) {
        lanes card = rest & (~rest + 1);
        lanes below = firsts & (card - 1); /* the highest of them begins its group */
        if (chosen >> (31 - __builtin_clz(below)) & 1)
            chosen |= card;
    }
    return chosen;
}

static unsigned active_of(const uint64_t hands[SEATS])
{
    unsigned mask = 0;
    for (int seat = 0; seat < SEATS; seat++)
        mask |= (unsigned)(hands[seat] != 0) << seat;
    return mask;
}

const char *deal_fault(const uint64_t hands[SEATS], int trump, int leader)
{
    uint64_t seen = 0;
    if (trump < 0 || trump > 3)
        return "the trump must be a suit";
    if (leader < 0 || leader >= SEATS || !hands[leader])
        return "the leader holds no cards";
    if (!(hands[0] | hands[2]) || !(hands[1] | hands[3]))
        return "a side holds no cards";
    for (int seat = 0; seat < SEATS; seat++) {
        if (hands[seat] & ~CARDS_24)
            return "a card is not one of the 24";
        if (hands[seat] & seen)
            return "a card is in two places";
        if (hands[seat] && count_cards(hands[seat]) != FULL_HAND)
            return "a hand has not five cards";
        seen |= hands[seat];
    }
    return NULL;
}

const char *upcard_fault(const uint64_t hands[SEATS], int upcard)
{
    uint64_t all = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!hands[seat])
            return "a hand has not five cards";
        all |= hands[seat];
    }
    if (upcard < 1 || upcard >= 1 + 4 * SUIT_CARDS || (upcard - 1) % SUIT_CARDS >= DECK_RANKS)
        return "the upcard is not one of the 24";
    return all >> upcard & 1 ? "a card is in two places" : deal_fault(hands, 0, 0);
}

void set_deal(fast_search *search, const uint64_t hands[SEATS], int trump, unsigned active_mask,
              int leader)
{
    for (int seat = 0; seat < SEATS; seat++)
        search->hands[seat] = active_mask >> seat & 1 ? lanes_of(hands[seat], trump) : 0;
    seat_players(search, active_mask, leader);
}

int solve_deal(fast_search *search, const uint64_t hands[SEATS], int trump, int leader,
               int answer, uint64_t *best)
{
    set_deal(search, hands, trump, active_of(hands), leader);
    if (answer == POINT_CLASS)
        return fast_class(search);
    int tricks = fast_tricks(search, FIRST_GUESS);
    if (best) {
        lanes hand = search->hands[leader];
        *best = cards_in(hands[leader], trump,
                         touching(search, hand, fast_leads(search, tricks)));
    }
    return tricks;
}

/* ---- all positions of a deal --------------------------------------------------------------- */

enum { DEALER = 3, WAYS = 5, ROUND_TWO = 25 };

/* With partner, then alone at each seat: who plays, and the first of them leads. */
static const uint8_t active_in_way[WAYS] = {0xF, 0xB, 0x7, 0xE, 0xD};

static int solve_seated(fast_search *search, int answer, int guess)
{
    return answer == POINT_CLASS ? fast_class(search) : fast_tricks(search, guess);
}

static void seat_way(fast_search *search, const lanes hands[SEATS], int way)
{
    unsigned active = active_in_way[way];
    for (int seat = 0; seat < SEATS; seat++)
        search->hands[seat] = active >> seat & 1 ? hands[seat] : 0;
    seat_players(search, active, active & 1 ? 0 : 1);
}

/* Lemma (touching discards).  What the dealer puts away is dead, so of touching cards among his
 * six it does not matter which: the lowest of each group is tried, the others have its value. */
static void solve_discards(fast_search *search, const lanes hands[SEATS], int way,
                           const lanes cards[FULL_HAND + 1], int answer, int8_t *values)
{
    lanes six = 0, others = 0;
    int guess = FIRST_GUESS;
    for (int at = 0; at <= FULL_HAND; at++)
        six |= cards[at];
    for (int seat = 0; seat < DEALER; seat++)
        others |= active_in_way[way] >> seat & 1 ? hands[seat] : 0;
    lanes firsts = representatives(six, others);
    int8_t value_of[32];
    for (lanes rest = six; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        if (firsts >> place & 1) {
            seat_way(search, hands, way);
            search->hands[DEALER] = six ^ UINT32_C(1) << place;
            search->live = others | search->hands[DEALER];
            guess = solve_seated(search, answer, guess);
        } else {
            lanes below = firsts & ((UINT32_C(1) << place) - 1);
            guess = value_of[31 - __builtin_clz(below)];
        }
        value_of[place] = (int8_t)guess;
    }
    for (int at = 0; at <= FULL_HAND; at++)
        values[at] = value_of[__builtin_ctz(cards[at])];
}

static void solve_round_one(fast_search *search, const uint64_t hands[SEATS], int upcard,
                            int answer, int8_t *values)
{
    int trump = (upcard - 1) / SUIT_CARDS;
    uint64_t six = hands[DEALER] | UINT64_C(1) << upcard;
    lanes dealt[SEATS], cards[FULL_HAND + 1];
    for (int seat = 0; seat < SEATS; seat++)
        dealt[seat] = lanes_of(hands[seat], trump);
    for (int at = 0; at <= FULL_HAND; at++, six &= six - 1)
        cards[at] = lanes_of(six & (~six + 1), trump);
    for (int way = 0; way < WAYS; way++) {
        if (active_in_way[way] >> DEALER & 1) {
            solve_discards(search, dealt, way, cards, answer, values);
            values += FULL_HAND + 1;
        } else {
            seat_way(search, dealt, way);
            *values++ = (int8_t)solve_seated(search, answer, FIRST_GUESS);
        }
    }
}

void solve_positions_of_deal(fast_search *search, const uint64_t hands[SEATS], int upcard,
                             int answer, int8_t values[POSITION_COLUMNS])
{
    int turned = (upcard - 1) / SUIT_CARDS, column = ROUND_TWO;
    solve_round_one(search, hands, upcard, answer, values);
    for (int trump = 0; trump < 4; trump++) {
        lanes dealt[SEATS];
        if (trump == turned)
            continue;
        for (int seat = 0; seat < SEATS; seat++)
            dealt[seat] = lanes_of(hands[seat], trump);
        for (int way = 0; way < WAYS; way++) {
            seat_way(search, dealt, way);
            values[column++] = (int8_t)solve_seated(search, answer, FIRST_GUESS);
        }
    }
}
