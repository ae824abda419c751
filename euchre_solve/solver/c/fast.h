/* Fast search for the game of 24 cards: up to five tricks left, a suit as trumps, partners
 * opposite.  Values are tricks of side A, the even seats, unless said otherwise. */
#ifndef EUCHRE_SOLVE_FAST_H
#define EUCHRE_SOLVE_FAST_H

#include "endgame.h"

enum { FULL_HAND = 5, LANE_BITS = 32 };

/* Work done. */
typedef struct {
    uint64_t nodes;  /* choices of a card, and starts of a trick that were searched */
    uint64_t probes; /* of the endgame tables */
} effort;

typedef struct {
    lanes hands[SEATS];
    lanes live;
    int leader;
    int players;
    uint8_t next[SEATS];
    uint8_t order[SEATS][SEATS]; /* the seats from each leader on; at most `players` of them */
    uint8_t kind[SEATS];         /* of the endgame when that seat leads */
    const endgame_index *index;
    const uint8_t *values; /* NULL: search to the last trick */
    uint64_t *memory;      /* see `recall` in fast_body.h */
    int memory_bits;       /* 2 to this power are the entries; -1: none */
    int use_pext;
    effort spent;
} fast_search;

/* Lemma (touching cards), as in search.c: the lowest card of each group of `hand`.  From the bit
 * above each card a carry runs up through dead cards; where it ends at a card of the hand, that
 * card touches the one below. */
static inline lanes representatives(lanes hand, lanes between)
{
    const lanes lane_tops = UINT32_C(0x80808080);
    lanes dead = ~(hand | between | lane_tops), start = hand << 1;
    lanes reached = ((start & dead) + dead) & ~dead;
    return hand & ~(reached | start);
}

/* Whether the processor has what the fast path needs. */
int has_pext(void);

/* `memory` holds `count` words, zeroed once; what is in them is true of any position. */
void set_fast_search(fast_search *search, const endgame_index *index, const uint8_t *values,
                     uint64_t *memory, size_t count, int use_pext);

/* Tell who plays and who leads; at least one seat of each side, the leader among them. */
void seat_players(fast_search *search, unsigned active_mask, int leader);

/* Solve from `hands`, five cards each; a good guess saves time. */
int fast_tricks(fast_search *search, int guess);

/* The same as far as points depend on it: 0, 2 for 1 or 2, 3 for 3 or 4, 5.  A lone hand against
 * two that fails to take three gives 2 or 3, whatever it takes. */
int fast_class(fast_search *search);

/* Whether side A takes at least `need`. */
int fast_reaches(fast_search *search, int need);

/* The leads that keep the value `tricks`. */
lanes fast_leads(fast_search *search, int tricks);

/* Solve every card of the player on turn after the first `played` of `cards`, one to five cards
 * left to him: the lowest of each group of touching legal ones, and the value of each by its
 * place among the lanes. */
lanes fast_moves(fast_search *search, const lanes *cards, int played,
                 int8_t value_of[LANE_BITS]);

/* Tricks of the leader's side with two or three left, from the tables of fewer. */
int solve_endgame(fast_search *search, int left);

#endif
