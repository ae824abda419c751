/* Values of all cards at any point of the play.  See moves.h. */
#include "moves.h"

#include <string.h>

#include "batch.h"

static unsigned active_in(const moment *given)
{
    return ~(unsigned)given->out_mask & ((1u << SEATS) - 1);
}

static int next_active(unsigned active, int seat)
{
    do
        seat = (seat + 1) % SEATS;
    while (!(active >> seat & 1));
    return seat;
}

/* ---- validation ---------------------------------------------------------------------------- */

static const char *table_fault(const moment *given)
{
    unsigned active = active_in(given);
    if (given->trump < 0 || given->trump > 3)
        return "the trump must be a suit";
    if (given->out_mask < 0 || given->out_mask >> SEATS)
        return "who sits out is none of the seats";
    if (!(active & 5) || !(active & 10))
        return "a side has no player";
    if (given->leader < 0 || given->leader >= SEATS || !(active >> given->leader & 1))
        return "the leader does not play";
    return NULL;
}

/* Reads the trick: its cards as a set, who played to it, who is on turn. */
static const char *trick_fault(const moment *given, uint64_t *seen, unsigned *has_played, int *turn)
{
    unsigned active = active_in(given);
    int place = 0;
    *seen = 0;
    *has_played = 0;
    *turn = given->leader;
    for (; place < SEATS && given->trick[place] != NO_CARD; place++) {
        int index = given->trick[place];
        uint64_t card = index < 0 || index > 63 ? 0 : UINT64_C(1) << index;
        if (!(card & CARDS_24) || card & *seen)
            return "the trick holds a card that is not one of the 24, or one twice";
        *seen |= card;
        *has_played |= 1u << *turn;
        *turn = next_active(active, *turn);
    }
    if (*has_played == active)
        return "the trick is complete";
    for (; place < SEATS; place++)
        if (given->trick[place] != NO_CARD)
            return "the trick has a gap";
    return NULL;
}

const char *moment_fault(const moment *given)
{
    uint64_t seen = 0;
    unsigned has_played = 0, active = active_in(given);
    int turn = 0;
    const char *fault = table_fault(given);
    if (!fault)
        fault = trick_fault(given, &seen, &has_played, &turn);
    if (fault)
        return fault;
    int left = count_cards(given->hands[turn]);
    if (left < 1 || left > FULL_HAND)
        return "the player on turn must hold one to five cards";
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t hand = given->hands[seat];
        if (!(active >> seat & 1))
            continue;
        if (hand & ~CARDS_24)
            return "a card is not one of the 24";
        if (hand & seen)
            return "a card is in two places";
        if (count_cards(hand) != left - (int)(has_played >> seat & 1))
            return "the hands are of unequal size";
        seen |= hand;
    }
    return NULL;
}

/* ---- solving ------------------------------------------------------------------------------- */

/* The cards of `firsts` that begin their groups tell both the value and what is legal: of a lane
 * that may not be played there are none. */
static void spread_values(const moment *given, uint64_t hand, lanes firsts,
                          const int8_t value_of[LANE_BITS], int8_t values[FULL_HAND])
{
    memset(values, NO_CARD, FULL_HAND);
    for (; hand; hand &= hand - 1, values++) {
        lanes card = lanes_of(hand & (~hand + 1), given->trump);
        lanes lane = UINT32_C(0xFF) << (__builtin_ctz(card) & 24);
        lanes below = firsts & lane & (card | (card - 1));
        if (below)
            *values = value_of[31 - __builtin_clz(below)];
    }
}

void solve_moves(fast_search *search, const moment *given, int8_t values[FULL_HAND])
{
    unsigned active = active_in(given);
    lanes played[SEATS];
    int8_t value_of[LANE_BITS];
    int turn = given->leader, count = 0;
    for (; given->trick[count] != NO_CARD; count++, turn = next_active(active, turn))
        played[count] = lanes_of(UINT64_C(1) << given->trick[count], given->trump);
    set_deal(search, given->hands, given->trump, active, given->leader);
    lanes firsts = fast_moves(search, played, count, value_of);
    spread_values(given, given->hands[turn], firsts, value_of, values);
}
