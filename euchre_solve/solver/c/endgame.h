/* Endgame tables of the game with 24 cards: the value of every position with two or three tricks
 * left, two bits each, without keys.
 *
 * Sets of cards are `lanes`: four lanes of 8 bits, lowest first: the other suit of the
 * trumps' colour (5), the two suits of the other colour (6 each), trumps with both bowers (7); a
 * higher bit of a lane beats a lower one, and its top bit is never a card.  Seats are 0..3, partners opposite;
 * who sits out holds nothing.
 */
#ifndef EUCHRE_SOLVE_ENDGAME_H
#define EUCHRE_SOLVE_ENDGAME_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t lanes;

enum {
    SEATS = 4,
    TRUMP_LENGTH = 7,
    PLAIN_LENGTH = 6,
    MOST_LEFT = 3,     /* tricks left in the larger tables */
    LENGTH_KEYS = 512, /* 3 bits for the length of each plain lane */
    NO_COMPOSITION = 255
};

/* Who plays, seen from the leader: all four; a lone hand in the first, second or third place
 * against two; one against one. */
enum { FOUR_HANDS, LONER_FIRST, LONER_SECOND, LONER_THIRD, TWO_HANDS, KINDS };

/* How to find an entry; made anew for each call of the kernel, so that it can be trusted. */
typedef struct {
    uint8_t rank[1 << 12];        /* of a set of up to 3 cards among those of its size */
    uint8_t shifts[LENGTH_KEYS][4]; /* which lane comes where once sorted, as shifts */
    uint8_t composition[MOST_LEFT + 1][KINDS][LENGTH_KEYS];
    uint32_t first[MOST_LEFT + 1][KINDS]; /* number of a table's first entry */
    uint32_t ways[MOST_LEFT + 1][KINDS];  /* entries of one composition */
    uint16_t strides[MOST_LEFT + 1][KINDS][2]; /* entries for one set of the leader, the next */
    uint32_t entries;
} endgame_index;

/* The bytes of all tables together. */
size_t endgame_bytes(const endgame_index *index);

void make_endgame_index(endgame_index *index);

/* Lengths of the plain lanes, 3 bits each. */
static inline unsigned length_key(lanes live)
{
    lanes count = live - (live >> 1 & 0x55555555u);
    count = (count & 0x33333333u) + (count >> 2 & 0x33333333u);
    count = (count + (count >> 4)) & 0x0F0F0F0Fu;
    return (count & 7) | (count >> 5 & 0x38) | (count >> 10 & 0x1C0);
}

/* Fill the tables: parts are numbered from 0, each needs those before it of fewer tricks left,
 * and may otherwise be filled at the same time as others.  `part_left` tells them apart. */
int endgame_parts(void);
int part_left(int part);
void fill_part(const endgame_index *index, uint8_t *values, int part, int use_pext);

#endif
