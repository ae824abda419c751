/* The order of the endgame tables' entries, and how they are filled.  See endgame.h.
 *
 * Lemma (perfect index).  A position at the start of a trick is, up to what changes no value,
 * the lengths of its lanes, plain ones sorted, and which of the live cards, from below, are in
 * the hand of the leader, of the next and so on.  Dead cards compare with nothing, plain suits
 * have no names, and the table may be turned.  With n hands of k cards there are
 * C(nk,k) * C(nk-k,k) * ... ways for each composition of lengths, and the rank of a set of k
 * cards among the sets of k in numerical order is the same however many cards there are.
 */
#include "endgame.h"

#include <string.h>

#include "fast.h"

typedef struct {
    int left;
    int kind;
    int lengths[4]; /* trumps, then the plain lanes, longest first */
} part;

static int hands_of_kind(int kind)
{
    return kind == FOUR_HANDS ? 4 : kind == TWO_HANDS ? 2 : 3;
}

static uint32_t choose(int from, int size)
{
    uint32_t ways = 1;
    for (int index = 0; index < size; index++)
        ways = ways * (uint32_t)(from - index) / (uint32_t)(index + 1);
    return ways;
}

/* Ways to deal the cards of the hands from `place` on. */
static uint32_t ways_to_deal(int kind, int left, int place)
{
    uint32_t ways = 1;
    for (int cards = (hands_of_kind(kind) - place) * left; cards > 0; cards -= left)
        ways *= choose(cards, left);
    return ways;
}

/* Go to the next composition of `total` cards; a part with lengths[0] < 0 precedes the first. */
static int next_composition(int lengths[4], int total)
{
    int *trumps = lengths, *longest = lengths + 1, *middle = lengths + 2;
    if (*trumps < 0)
        *trumps = *longest = *middle = 0;
    else
        (*middle)++;
    for (; *trumps <= TRUMP_LENGTH; ++*trumps, *longest = 0) {
        for (; *longest <= PLAIN_LENGTH; ++*longest, *middle = 0)
            for (; *middle <= *longest; ++*middle) {
                lengths[3] = total - *trumps - *longest - *middle;
                if (lengths[3] >= 0 && lengths[3] <= *middle)
                    return 1;
            }
    }
    return 0;
}

/* Go to the next part: fewer tricks first, then by kind; one with left 0 precedes the first. */
static int next_part(part *now)
{
    if (!now->left) {
        now->left = 2;
        now->kind = 0;
        now->lengths[0] = -1;
    }
    while (!next_composition(now->lengths, hands_of_kind(now->kind) * now->left)) {
        now->lengths[0] = -1;
        if (++now->kind == KINDS) {
            now->kind = 0;
            if (++now->left > MOST_LEFT)
                return 0;
        }
    }
    return 1;
}

static void rank_sets(uint8_t rank[1 << 12])
{
    unsigned seen[13] = {0};
    for (unsigned set = 0; set < 1 << 12; set++) {
        int size = 0;
        for (unsigned rest = set; rest; rest &= rest - 1)
            size++;
        rank[set] = size <= MOST_LEFT ? (uint8_t)seen[size]++ : 0;
    }
}

/* Which plain lane is the longest, and so on; of equal ones the first. */
static void sort_lanes(uint8_t shifts[LENGTH_KEYS][4])
{
    for (int key = 0; key < LENGTH_KEYS; key++) {
        int lane[3] = {0, 1, 2};
        for (int index = 1; index < 3; index++)
            for (int at = index; at > 0; at--) {
                int longer = key >> (3 * lane[at]) & 7;
                int shorter = key >> (3 * lane[at - 1]) & 7;
                if (longer > shorter) {
                    int moved = lane[at];
                    lane[at] = lane[at - 1];
                    lane[at - 1] = moved;
                }
            }
        for (int index = 0; index < 3; index++)
            shifts[key][index] = (uint8_t)(8 * lane[index]);
    }
}

static int sorted_key(const endgame_index *index, int key)
{
    int sorted = 0;
    for (int at = 0; at < 3; at++)
        sorted |= (key >> (3 * (index->shifts[key][at] / 8)) & 7) << (3 * at);
    return sorted;
}

void make_endgame_index(endgame_index *index)
{
    part now = {0};
    uint32_t entries = 0;
    uint8_t count[MOST_LEFT + 1][KINDS] = {{0}};
    rank_sets(index->rank);
    sort_lanes(index->shifts);
    memset(index->composition, NO_COMPOSITION, sizeof index->composition);
    while (next_part(&now)) {
        int key = now.lengths[1] | now.lengths[2] << 3 | now.lengths[3] << 6;
        uint8_t *number = &count[now.left][now.kind];
        if (!*number) {
            entries = (entries + 7) & ~UINT32_C(7); /* tables start on a byte of their own */
            index->first[now.left][now.kind] = entries;
            index->ways[now.left][now.kind] = ways_to_deal(now.kind, now.left, 0);
            for (int place = 0; place < 2; place++)
                index->strides[now.left][now.kind][place] =
                    (uint16_t)ways_to_deal(now.kind, now.left, place + 1);
        }
        index->composition[now.left][now.kind][key] = (*number)++;
        entries += index->ways[now.left][now.kind];
    }
    for (int left = 2; left <= MOST_LEFT; left++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int key = 0; key < LENGTH_KEYS; key++)
                index->composition[left][kind][key] =
                    index->composition[left][kind][sorted_key(index, key)];
    index->entries = entries;
}

size_t endgame_bytes(const endgame_index *index)
{
    return (index->entries + 3) / 4;
}

/* ---- filling ------------------------------------------------------------------------------- */

static int find_part(int number, part *found)
{
    memset(found, 0, sizeof *found);
    for (int at = 0; next_part(found); at++)
        if (at == number)
            return 1;
    return 0;
}

int endgame_parts(void)
{
    part now = {0};
    int count = 0;
    while (next_part(&now))
        count++;
    return count;
}

int part_left(int number)
{
    part found;
    return find_part(number, &found) ? found.left : 0;
}

/* The set that takes the cards of `through` whose numbers from below are in `ranks`. */
static lanes spread(unsigned ranks, lanes through)
{
    lanes set = 0;
    for (; ranks; ranks >>= 1, through &= through - 1)
        if (ranks & 1)
            set |= through & (~through + 1);
    return set;
}

/* The next larger number with as many bits. */
static unsigned next_set(unsigned set)
{
    unsigned lowest = set & (~set + 1), carried = set + lowest;
    return carried | ((set ^ carried) / lowest >> 2);
}

/* Solve all ways to deal `rest` to the hands from `place` on; returns the next entry's number. */
static uint32_t fill_hands(fast_search *search, uint8_t *values, uint32_t entry, int place,
                           lanes rest, const part *now)
{
    int seat = search->order[search->leader][place];
    int cards = (hands_of_kind(now->kind) - place) * now->left;
    if (cards == now->left) {
        search->hands[seat] = rest;
        int value = solve_endgame(search, now->left);
        values[entry / 4] = (uint8_t)(values[entry / 4] & ~(3 << entry % 4 * 2));
        values[entry / 4] |= (uint8_t)(value << entry % 4 * 2);
        return entry + 1;
    }
    for (unsigned set = (1u << now->left) - 1; set < 1u << cards; set = next_set(set)) {
        search->hands[seat] = spread(set, rest);
        entry = fill_hands(search, values, entry, place + 1, rest ^ search->hands[seat], now);
    }
    return entry;
}

void fill_part(const endgame_index *index, uint8_t *values, int number, int use_pext)
{
    static const uint8_t leader[KINDS] = {0, 0, 3, 1, 0};
    static const uint8_t active[KINDS] = {0xF, 0xB, 0xB, 0xB, 0x3};
    part now;
    lanes live = 0;
    fast_search search;
    if (!find_part(number, &now))
        return;
    for (int at = 0; at < 4; at++) /* trumps become the highest lane */
        live = live >> 8 | ((1u << now.lengths[(at + 1) % 4]) - 1) << 24;
    unsigned key = length_key(live);
    uint32_t entry = index->first[now.left][now.kind] +
                     index->composition[now.left][now.kind][key] *
                         index->ways[now.left][now.kind];
    set_fast_search(&search, index, values, NULL, 0, use_pext);
    seat_players(&search, active[now.kind], leader[now.kind]);
    fill_hands(&search, values, entry, 0, live, &now);
}
