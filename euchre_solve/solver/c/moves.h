/* What each card of the player on turn is worth, at any point of the play of a 24-card deal, by
 * the fast search.  Cards and seats as in batch.h. */
#ifndef EUCHRE_SOLVE_MOVES_H
#define EUCHRE_SOLVE_MOVES_H

#include "fast.h"

enum { NO_CARD = -1 };

typedef struct {
    uint64_t hands[SEATS]; /* cards still held; of those who sit out they don't matter */
    int8_t trick[SEATS];   /* card indices in order of play, then NO_CARD */
    int trump;
    int leader;   /* who led, or is to lead, the trick */
    int out_mask; /* who sits out */
} moment;

/* NULL, or why the fast search can't solve it. */
const char *moment_fault(const moment *given);

/* Tricks of side A, the one in progress included, after each card of the player on turn, in the
 * order of card indices; -1 where there is none or it is not legal. */
void solve_moves(fast_search *search, const moment *given, int8_t values[FULL_HAND]);

#endif
