/* Double-dummy search: the tricks that side A takes when all hands are open.
 *
 * C11, no allocation, no state outside the arguments, no libc beyond string.h.  A caller gives a
 * position, a table (any memory, zeroed once, see `table_entry`) and a place for the count of
 * nodes.  Nothing here knows the rules of the game beyond sets, a trump and an order of play.
 */
#ifndef EUCHRE_SOLVE_SEARCH_H
#define EUCHRE_SOLVE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

enum {
    MAX_PLAYERS = 7,
    MAX_HAND = 15,   /* cards of one player, and so tricks */
    CARD_COUNT = 53, /* bit 0 the best bower, then A..2 of spades, hearts, diamonds, clubs */
    NO_TRUMP = 4,    /* 0..3: spades, hearts, diamonds, clubs are trumps */
    LOW_NO_TRUMP = 5,
    LANES = 5 /* the suits, and the joker at no-trump */
};

/* One position, as packed by the caller: 72 bytes, native byte order. */
typedef struct {
    uint64_t hands[MAX_PLAYERS]; /* masks by card index; cards of the trick already gone */
    uint8_t players;             /* 2..7 active hands, clockwise */
    uint8_t trump;               /* 0..5 */
    uint8_t leader;              /* who led, or is to lead, the trick in progress */
    uint8_t sides;               /* bit i: player i is on side A */
    uint8_t trick_length;
    uint8_t trick[MAX_PLAYERS]; /* card indices in order of play */
    uint8_t padding[4];
} position;

/* What is known of all positions that agree in the cards that matter (see search.c); all zero is an
 * empty entry.  It is true of any of them, whatever deal or trump it came from, so a table is never
 * cleared and may be passed on from position to position, but two searches must not use one table
 * at the same time. */
typedef struct {
    uint32_t lengths[LANES];
    uint8_t sides;
    uint8_t bounds; /* the leader's side takes at least the low 4 bits, at most the high ones */
    uint8_t left;   /* tricks */
    uint8_t stamp;  /* of the search that made it; chance agreement does no harm */
    uint64_t owners[LANES]; /* how many of the lane's cards matter: upper 16 bits */
} table_entry;

typedef struct {
    table_entry *entries;
    uint32_t count; /* 0 is allowed: slower, the same answers */
} table;

/* NULL if the position can be solved, else what is wrong with it. */
const char *position_fault(const position *given);

/* Tricks of side A, the one in progress included.  The position must be without fault. */
int solve_tricks(const position *given, const table *memory, uint64_t *nodes);

/* Whether side A takes `need` tricks: one search instead of the few that close in on a value. */
int reaches(const position *given, const table *memory, int need, uint64_t *nodes);

/* The value, and the legal cards (mask by card index) that keep this value. */
int solve_best(const position *given, const table *memory, uint64_t *best, uint64_t *nodes);

/* The value after each legal card, by card index; -1 for the others. */
void solve_cards(const position *given, const table *memory, int8_t values[CARD_COUNT],
                 uint64_t *nodes);

/* What a card is worth keeping for: trumps above all others, then by rank, whatever the suit. */
int worth_of(int card_index, int trump);

#endif
