/* Many deals of 24 cards at once, by the fast search.  Hands are masks by card index as in
 * search.h; seats 0 and 2 are side A, seat 3 deals. */
#ifndef EUCHRE_SOLVE_BATCH_H
#define EUCHRE_SOLVE_BATCH_H

#include "fast.h"

enum { SUIT_CARDS = 13, DECK_RANKS = 6, POSITION_COLUMNS = 40 };

#define RANKS_OF(suit) ((UINT64_C(1) << DECK_RANKS) - 1) << (1 + SUIT_CARDS * (suit))
#define CARDS_24 (RANKS_OF(0) | RANKS_OF(1) | RANKS_OF(2) | RANKS_OF(3))

enum { EXACT_TRICKS, POINT_CLASS };

static inline int count_cards(uint64_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* NULL, or why the fast search can't solve it: five cards of 24 for each that plays, a suit as
 * trumps, and among the two to four players the leader and one of each side. */
const char *deal_fault(const uint64_t hands[SEATS], int trump, int leader);

/* Put the hands on the table; those not in `active_mask` stay out. */
void set_deal(fast_search *search, const uint64_t hands[SEATS], int trump, unsigned active_mask,
              int leader);

/* The cards of `hand` whose lanes are in `set`, as a mask by card index. */
uint64_t cards_in(uint64_t hand, int trump, lanes set);

/* All cards of `hand` that touch one of the representatives `chosen`. */
lanes touching(const fast_search *search, lanes hand, lanes chosen);

lanes lanes_of(uint64_t hand, int trump);

/* Tricks, or the class if so wanted, and unless NULL the mask of the best leads. */
int solve_deal(fast_search *search, const uint64_t hands[SEATS], int trump, int leader,
               int answer, uint64_t *best);

const char *upcard_fault(const uint64_t hands[SEATS], int upcard);

/* Every position that the deal can lead to; columns as `POSITIONS` of batch.py tells. */
void solve_positions_of_deal(fast_search *search, const uint64_t hands[SEATS], int upcard,
                             int answer, int8_t values[POSITION_COLUMNS]);

#endif
