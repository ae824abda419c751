/* The search of fast.h, once for any processor and once with BMI2. */
#include "fast.h"

#include <string.h>

#define TRUMPS UINT32_C(0xFF000000)
#define KEY_MASK ((UINT64_C(1) << 48) - 1)
#define RANK_MASK ((1 << 12) - 1)

/* The trick in progress: who is winning it with what. */
typedef struct {
    lanes led; /* lane of the first card */
    lanes best;
    uint8_t best_seat;
    uint8_t left; /* tricks, this one included */
} trick;

/* The places that the cards of `set` have among those of `through`, as bits. */
static inline unsigned squeeze(lanes set, lanes through)
{
    unsigned ranks = 0;
    for (; set; set &= set - 1) {
        lanes below = through & ((set & (~set + 1)) - 1);
        below -= below >> 1 & 0x55555555u;
        below = (below & 0x33333333u) + (below >> 2 & 0x33333333u);
        below = (below + (below >> 4)) & 0x0F0F0F0Fu;
        ranks |= 1u << (below * 0x01010101u >> 24);
    }
    return ranks;
}

#define TARGET
#define NAME(name) name##_portable
#define SQUEEZE squeeze
#include "fast_body.h"
#undef TARGET
#undef NAME
#undef SQUEEZE

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_PEXT_PATH 1
#include <cpuid.h>
#include <immintrin.h>
#define TARGET __attribute__((target("bmi,bmi2,lzcnt,popcnt")))
#define NAME(name) name##_pext
#define SQUEEZE _pext_u32
#include "fast_body.h"
#define CALL(search, name, ...) \
    ((search)->use_pext ? name##_pext((search), __VA_ARGS__) \
                        : name##_portable((search), __VA_ARGS__))

int has_pext(void)
{
    unsigned a, b, c, d;
    const unsigned popcnt = 1u << 23, lzcnt = 1u << 5, bmi1 = 1u << 3, bmi2 = 1u << 8;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & popcnt))
        return 0;
    unsigned family = (a >> 8 & 15) + (a >> 20 & 255);
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & lzcnt))
        return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bmi1) || !(b & bmi2))
        return 0;
    __get_cpuid(0, &a, &b, &c, &d);
    int is_amd = b == 0x68747541; /* "Auth"; before family 25 its pext is a slow loop */
    return !is_amd || family >= 25;
}
#else
#define CALL(search, name, ...) name##_portable((search), __VA_ARGS__)

int has_pext(void)
{
    return 0;
}
#endif

void set_fast_search(fast_search *search, const endgame_index *index, const uint8_t *values,
                     uint64_t *memory, size_t count, int use_pext)
{
    memset(search, 0, sizeof *search);
    search->index = index;
    search->values = values;
    search->memory = memory;
    search->memory_bits = -1;
    while (search->memory_bits < 30 && count >> (search->memory_bits + 1))
        search->memory_bits++;
    search->use_pext = use_pext;
}

void seat_players(fast_search *search, unsigned active_mask, int leader)
{
    int loner = -1;
    search->leader = leader;
    search->players = 0;
    search->live = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!(active_mask >> seat & 1))
            continue;
        int filled = 0;
        for (int step = 0; step < SEATS; step++)
            if (active_mask >> ((seat + step) & 3) & 1)
                search->order[seat][filled++] = (uint8_t)((seat + step) & 3);
        search->players = filled;
        search->next[seat] = search->order[seat][filled > 1];
        search->live |= search->hands[seat];
        if (!(active_mask >> ((seat + 2) & 3) & 1))
            loner = seat;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        int place = 0;
        if (search->players == 3)
            while (place < 2 && search->order[seat][place] != loner)
                place++;
        search->kind[seat] = (uint8_t)(search->players == 4   ? FOUR_HANDS
                                       : search->players == 2 ? TWO_HANDS
                                                              : LONER_FIRST + place);
    }
}

int fast_reaches(fast_search *search, int need)
{
    return CALL(search, start_trick, search->leader, FULL_HAND, need) >= need;
}

int fast_tricks(fast_search *search, int guess)
{
    int lower = 0, upper = FULL_HAND, need = guess < 1 ? 1 : guess;
    while (lower < upper) {
        int value = CALL(search, start_trick, search->leader, FULL_HAND, need);
        if (value >= need)
            lower = value;
        else
            upper = value;
        need = value >= need ? lower + 1 : upper;
    }
    return lower;
}

int fast_class(fast_search *search)
{
    int has_most = fast_reaches(search, 3);
    if (search->players == 3) {
        int loner = search->leader;
        while (search->kind[loner] != LONER_FIRST)
            loner = search->next[loner];
        if (has_most == (loner & 1))
            return has_most ? 3 : 2;
    }
    if (has_most)
        return fast_reaches(search, 5) ? 5 : 3;
    return fast_reaches(search, 1) ? 2 : 0;
}

lanes fast_leads(fast_search *search, int tricks)
{
    return CALL(search, root_leads, tricks);
}

lanes fast_moves(fast_search *search, const lanes *cards, int played,
                 int8_t value_of[LANE_BITS])
{
    return CALL(search, root_moves, cards, played, value_of);
}

int solve_endgame(fast_search *search, int left)
{
    search->live = 0;
    for (int place = 0; place < search->players; place++)
        search->live |= search->hands[search->order[search->leader][place]];
    int lower = 0, upper = left;
    while (lower < upper) {
        int need = (lower + upper + 1) / 2;
        int value = CALL(search, play_trick, search->leader, left, need);
        if (value >= need)
            lower = value;
        else
            upper = value;
    }
    return search->leader & 1 ? left - lower : lower;
}
