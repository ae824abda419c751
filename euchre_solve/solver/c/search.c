/* Zero-window alpha-beta over sets of cards in order of power.  See search.h.
 *
 * Sets are 64-bit.  Lanes 0..3 of 15 bits hold the suits, lane 4 (the top 4 bits) the joker at
 * no-trump; a higher bit of a lane beats a lower one.  The bowers and the best bower are moved on
 * top of the trump lane.  At no-trump the "trump lane" is lane 4: the joker is a suit of its own
 * that beats the others, and without it nothing does.  So no-trump needs no case of its own.
 *
 * Values are tricks of side A.  A search for `need` returns v >= need if the true value is at
 * least v, and v < need if the true value is at most v.
 */
#include "search.h"

#include <string.h>

enum { LANE_WIDTH = 15, SYMBOL = 3, NIBBLE = 4, DEPTH_SHIFT = 48, WAYS = 16 };

#define LANE_MASK ((UINT64_C(1) << LANE_WIDTH) - 1)
#define LANE_STARTS \
    (UINT64_C(1) | UINT64_C(1) << 15 | UINT64_C(1) << 30 | UINT64_C(1) << 45 | UINT64_C(1) << 60)

typedef struct {
    uint64_t hands[MAX_PLAYERS];
    uint64_t live; /* union of the hands */
    uint64_t trumps;
    uint64_t nodes;
    const table *memory;
    int players;
    int trump_lane;
    unsigned sides;
    uint32_t stamp; /* tells the entries of this search from those of others */
    uint8_t owner[64]; /* of each card at the root; cards never change hands */
} search;

/* The trick in progress: who is winning it with what. */
typedef struct {
    uint64_t led; /* lane of the first card */
    uint64_t best;
    uint64_t cards;
    int best_player;
    int played;
} trick;

static int play_on(search *state, int player, const trick *now, int left, int need,
                   uint64_t *matter);

/* ---- bits ---------------------------------------------------------------------------------- */

static int count_bits(uint64_t set)
{
    int count = 0; /* the sets are small: faster than a general count without an instruction */
    for (; set; set &= set - 1)
        count++;
    return count;
}

static int lowest_index(uint64_t set)
{
    return __builtin_ctzll(set);
}

static uint64_t lowest(uint64_t set)
{
    return set & (~set + 1);
}

static uint64_t highest(uint64_t set)
{
    return UINT64_C(1) << (63 - __builtin_clzll(set));
}

/* All bits above the single bit `card`. */
static uint64_t above(uint64_t card)
{
    return ~(card | (card - 1));
}

static uint64_t lane(int index)
{
    return LANE_MASK << (LANE_WIDTH * index); /* lane 4 loses its upper 11 bits: never used */
}

static uint64_t lane_of(uint64_t card)
{
    return lane(lowest_index(card) / LANE_WIDTH);
}

static int is_side_a(const search *state, int player)
{
    return state->sides >> player & 1;
}

/* ---- cards to lanes ------------------------------------------------------------------------ */

enum { JACK = 9, LEFT_BOWER = 12, RIGHT_BOWER = 13, BEST_BOWER = 14 };

static uint64_t bit_of(int card_index, int trump)
{
    if (card_index == 0)
        return trump < NO_TRUMP ? UINT64_C(1) << (LANE_WIDTH * trump + BEST_BOWER)
                                : UINT64_C(1) << (LANE_WIDTH * NO_TRUMP);
    int suit = (card_index - 1) / 13;
    int power = 12 - (card_index - 1) % 13;
    if (trump == LOW_NO_TRUMP)
        power = 12 - power;
    else if (suit == trump) /* the ranks above the jack close the gap it leaves */
        power = power == JACK ? RIGHT_BOWER : power > JACK ? power - 1 : power;
    else if (trump < NO_TRUMP && suit == 3 - trump && power == JACK)
        suit = trump, power = LEFT_BOWER;
    return UINT64_C(1) << (LANE_WIDTH * suit + power);
}

int worth_of(int card_index, int trump)
{
    int place = lowest_index(bit_of(card_index, trump));
    int is_trump = place / LANE_WIDTH == (trump < NO_TRUMP ? trump : NO_TRUMP);
    return is_trump * 64 + place % LANE_WIDTH;
}

static uint64_t to_lanes(uint64_t mask, int trump)
{
    uint64_t set = 0;
    for (; mask; mask &= mask - 1)
        set |= bit_of(lowest_index(mask), trump);
    return set;
}

/* ---- table --------------------------------------------------------------------------------- */

/* A position at the start of a trick as the table sees it; slot 0 is the trump lane, the plain
 * lanes follow, sorted. */
typedef struct {
    uint32_t lengths[LANES]; /* cards of the lane by player from the leader, 4 bits each */
    uint64_t owners[LANES];  /* of the lane's cards from above, 3 bits each, from the leader */
    uint8_t lanes[LANES];    /* which lane a slot holds */
    uint8_t sides;
} outline;

static void sort_in(outline *key, int from, int index, uint32_t lengths, uint64_t owners)
{
    int slot = from;
    for (; slot > 1 && (key->lengths[slot - 1] < lengths ||
                        (key->lengths[slot - 1] == lengths && key->owners[slot - 1] < owners));
         slot--) {
        key->lengths[slot] = key->lengths[slot - 1];
        key->owners[slot] = key->owners[slot - 1];
        key->lanes[slot] = key->lanes[slot - 1];
    }
    key->lengths[slot] = lengths;
    key->owners[slot] = owners;
    key->lanes[slot] = (uint8_t)index;
}

static void make_outline(const search *state, int leader, outline *key)
{
    int filled = 1; /* slot 0 is the trump lane's */
    for (int index = 0; index < LANES; index++) {
        uint64_t owners = 0;
        uint32_t lengths = 0;
        for (uint64_t set = state->live & lane(index); set; set &= set - 1) {
            int from_leader = state->owner[lowest_index(set)] - leader;
            from_leader += from_leader < 0 ? state->players : 0;
            owners = owners << SYMBOL | (uint64_t)from_leader;
            lengths += UINT32_C(1) << NIBBLE * from_leader;
        }
        int is_trump = index == state->trump_lane;
        sort_in(key, is_trump ? 0 : filled, index, lengths, owners);
        filled += !is_trump;
    }
    unsigned all = (1u << state->players) - 1;
    unsigned sides = (state->sides >> leader | state->sides << (state->players - leader)) & all;
    key->sides = (uint8_t)(((sides & 1) ? sides : ~sides & all) | (all + 1));
}

static table_entry *bucket_of(const table *memory, const outline *key)
{
    uint64_t hash = (key->lengths[0] | (uint64_t)key->lengths[1] << 32) *
                    UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    hash = (hash ^ (key->lengths[2] | (uint64_t)key->lengths[3] << 32)) *
           UINT64_C(0xD6E8FEB86659FD93);
    hash ^= hash >> 32;
    hash = (hash ^ (key->lengths[4] | (uint64_t)key->sides << 32)) * UINT64_C(0x9E3779B97F4A7C15);
    return memory->entries + (hash >> 32) * (memory->count / WAYS) / (UINT64_C(1) << 32) * WAYS;
}

static int has_lengths(const table_entry *entry, const outline *key)
{
    return memcmp(entry->lengths, key->lengths, sizeof key->lengths) == 0 &&
           entry->sides == key->sides;
}

static uint64_t top_owners(uint64_t owners, int depth)
{
    return owners & ((UINT64_C(1) << SYMBOL * depth) - 1);
}

/* Whether the cards that mattered to the entry are held by the same players. */
static int has_owners(const table_entry *entry, const outline *key)
{
    for (int slot = 0; slot < LANES; slot++) {
        uint64_t owners = entry->owners[slot];
        int depth = (int)(owners >> DEPTH_SHIFT) & 15;
        if (top_owners(owners ^ key->owners[slot], depth))
            return 0;
    }
    return 1;
}

/* The lowest cards that mattered to the entry. */
static uint64_t matter_of(const search *state, const table_entry *entry, const outline *key)
{
    uint64_t matter = 0;
    for (int slot = 0; slot < LANES; slot++) {
        int depth = (int)(entry->owners[slot] >> DEPTH_SHIFT) & 15;
        uint64_t set = state->live & lane(key->lanes[slot]);
        for (; depth > 1 && set; depth--)
            set ^= highest(set);
        if (depth && set)
            matter |= highest(set);
    }
    return matter;
}

static int cost_of(const search *state, const table_entry *entry)
{
    return entry->stamp == (uint8_t)state->stamp ? entry->left : 0;
}

/* Keep what the search for `need` proved: a lower bound or an upper bound, never both.
 * Bounds are those of the leader's side, as the key names the sides after it. */
static void store(const search *state, table_entry *bucket, const outline *key, int left,
                  int is_lower, int bound, uint64_t matter)
{
    table_entry made = {0};
    memcpy(made.lengths, key->lengths, sizeof made.lengths);
    made.sides = key->sides;
    made.left = (uint8_t)left;
    made.stamp = (uint8_t)state->stamp;
    for (int slot = 0; slot < LANES; slot++) {
        uint64_t suit = lane(key->lanes[slot]);
        if (matter & suit) {
            int depth = count_bits(state->live & suit & ~(lowest(matter & suit) - 1));
            made.owners[slot] = top_owners(key->owners[slot], depth) |
                                (uint64_t)depth << DEPTH_SHIFT;
        }
    }
    made.bounds = (uint8_t)(is_lower ? bound | left << 4 : bound << 4);
    for (int way = 0; way < WAYS; way++) {
        table_entry *known = bucket + way;
        if (has_lengths(known, key) && memcmp(known->owners, made.owners, sizeof made.owners) == 0) {
            int lower = known->bounds & 15, upper = known->bounds >> 4;
            if (is_lower && bound > lower)
                lower = bound;
            if (!is_lower && bound < upper)
                upper = bound;
            known->bounds = (uint8_t)(lower | upper << 4);
            return;
        }
    }
    table_entry *other = bucket + 1 + state->nodes % (WAYS - 1);
    if (cost_of(state, bucket) > left) {
        *other = made;
    } else {
        *other = bucket[0];
        bucket[0] = made;
    }
}

/* ---- moves --------------------------------------------------------------------------------- */

/* Lemma (touching cards).  Two cards of one hand and lane are worth the same when no card of
 * another hand and not the card that is winning the trick lies between them: exchanging them
 * changes no comparison now or later.  Other cards of the trick are dead already; the winning
 * one is not, though no hand holds it any more.
 *
 * Writes the lowest card of each group of `legal` cards, from below; returns how many. */
static int list_groups(uint64_t legal, uint64_t between, uint64_t groups[MAX_HAND])
{
    int count = 0;
    while (legal) {
        uint64_t card = lowest(legal);
        groups[count++] = card;
        uint64_t limit = lowest((between | LANE_STARTS) & above(card));
        legal &= ~(limit - 1); /* limit 0: nothing above, the rest is one group */
    }
    return count;
}

/* Cards that would win the trick so far. */
static uint64_t beating(const search *state, const trick *now)
{
    uint64_t higher = lane_of(now->best) & above(now->best);
    return now->best & state->trumps ? higher : higher | state->trumps;
}

static uint64_t legal_of(uint64_t hand, const trick *now)
{
    return now->played && hand & now->led ? hand & now->led : hand;
}

/* The cards of `mine` above all of `theirs`. */
static uint64_t tops(uint64_t mine, uint64_t theirs)
{
    return theirs ? mine & above(highest(theirs)) : mine;
}

/* Cards of a hand that no live card of their lane held by another beats. */
static uint64_t masters(const search *state, uint64_t hand)
{
    uint64_t others = state->live & ~hand;
    uint64_t set = 0;
    for (int index = 0; index < LANES; index++)
        set |= tops(hand & lane(index), others & lane(index));
    return set;
}

static void append(uint64_t *moves, int *count, const uint64_t *groups, int group_count,
                   uint64_t wanted, int from_top)
{
    for (int index = 0; index < group_count; index++) {
        uint64_t card = groups[from_top ? group_count - 1 - index : index];
        if (card & wanted)
            moves[(*count)++] = card;
    }
}

static int list_moves(const search *state, int player, const trick *now,
                      uint64_t moves[MAX_HAND])
{
    uint64_t hand = state->hands[player];
    uint64_t groups[MAX_HAND];
    int count = 0;
    int found = list_groups(legal_of(hand, now), (state->live & ~hand) | now->best, groups);
    if (found < 2) {
        moves[0] = groups[0];
        return found;
    }
    if (!now->played) { /* masters first, trumps before plain cards; then from below */
        uint64_t top = masters(state, hand);
        append(moves, &count, groups, found, top & state->trumps, 1);
        append(moves, &count, groups, found, top & ~state->trumps, 1);
        append(moves, &count, groups, found, ~top & ~state->trumps, 0);
        append(moves, &count, groups, found, ~top & state->trumps, 0);
        return count;
    }
    uint64_t winning = beating(state, now);
    int ours = is_side_a(state, now->best_player) == is_side_a(state, player);
    int is_last = now->played == state->players - 1;
    if (!ours)
        append(moves, &count, groups, found, winning, !is_last);
    append(moves, &count, groups, found, ~winning & ~state->trumps, 0);
    append(moves, &count, groups, found, ~winning & state->trumps, 0);
    if (ours)
        append(moves, &count, groups, found, winning, 0);
    return count;
}

/* ---- search -------------------------------------------------------------------------------- */

static trick add_to_trick(const search *state, const trick *now, int player, uint64_t card)
{
    trick next = *now;
    if (!now->played)
        next.led = lane_of(card);
    if (!now->played || card & beating(state, now)) {
        next.best = card;
        next.best_player = player;
    }
    next.cards |= card;
    next.played++;
    return next;
}

/* The winning card of a trick if it won by its rank. */
static uint64_t winner_by_rank(const trick *now)
{
    return now->cards & lane_of(now->best) & ~now->best ? now->best : 0;
}

/* Lemma (last trick).  With one card each nobody has a choice. */
static int last_trick(const search *state, int leader, uint64_t *matter)
{
    trick now = {0};
    for (int turn = 0, player = leader; turn < state->players; turn++) {
        now = add_to_trick(state, &now, player, state->hands[player]);
        player = player + 1 == state->players ? 0 : player + 1;
    }
    *matter = winner_by_rank(&now);
    return is_side_a(state, now.best_player);
}

/* The highest `count` cards of a set: the lowest of them. */
static uint64_t nth_highest(uint64_t set, int count)
{
    for (; count > 1; count--)
        set ^= highest(set);
    return highest(set);
}

/* Lemma (top trumps).  A trump that no live trump of the other side beats wins its trick for its
 * own side whenever it is played, and the cards of one hand are played to different tricks: the
 * side takes at least as many tricks as one of its hands holds such trumps.  (Two hands of the
 * side may play theirs to the same trick, so they must not be added.) */
static int settled_by_trumps(const search *state, int left, int need, uint64_t *matter)
{
    uint64_t trumps[2] = {0, 0};
    for (int player = 0; player < state->players; player++)
        trumps[is_side_a(state, player)] |= state->hands[player] & state->trumps;
    if (!(trumps[0] | trumps[1]))
        return -1;
    int top_side = trumps[1] > trumps[0];
    int wanted = top_side ? need : left - need + 1;
    uint64_t top = tops(trumps[top_side], trumps[!top_side]);
    for (int player = 0; player < state->players; player++) {
        uint64_t held = state->hands[player] & top;
        if (count_bits(held) >= wanted) {
            *matter = trumps[!top_side] ? nth_highest(held, wanted) : 0;
            return top_side ? need : need - 1;
        }
    }
    return -1;
}

/* Lemma (cashing).  The leader may play his top trumps, and after them the highest live cards of
 * the plain lanes, and keeps the lead as long as nobody can ruff: a player without trumps never
 * does, nor one who still has a card of the lane.  If the top trumps draw all others, nobody has
 * any; else every player with trumps limits each lane to as many rounds as he follows. */
static int can_cash(const search *state, int leader, int wanted, uint64_t *matter)
{
    uint64_t hand = state->hands[leader];
    uint64_t others = state->live & ~hand;
    uint64_t top = masters(state, hand);
    int count = count_bits(top & state->trumps);
    uint64_t danger = 0; /* players who can ruff */
    for (int player = 0; player < state->players; player++)
        if (player != leader && count_bits(state->hands[player] & state->trumps) > count)
            danger |= UINT64_C(1) << player;
    *matter = count && others & state->trumps ? lowest(top & state->trumps) : 0;
    if (count >= wanted) {
        *matter = *matter ? nth_highest(top & state->trumps, wanted) : 0;
        return 1;
    }
    for (int index = 0; index < LANES; index++) {
        uint64_t suit = lane(index);
        int run = index == state->trump_lane ? 0 : count_bits(top & suit);
        for (uint64_t set = run ? danger : 0; set; set &= set - 1) {
            int length = count_bits(state->hands[lowest_index(set)] & suit);
            run = length < run ? length : run;
        }
        run = run > wanted - count ? wanted - count : run;
        if (!run)
            continue;
        count += run;
        if (others & suit)
            *matter |= nth_highest(top & suit, run);
        if (count == wanted)
            return 1;
    }
    return 0;
}

static int start_trick(search *state, int leader, int left, int need, uint64_t *matter)
{
    state->nodes++;
    if (left == 1)
        return last_trick(state, leader, matter);
    int settled = settled_by_trumps(state, left, need, matter);
    if (settled >= 0)
        return settled;
    int leads_a = is_side_a(state, leader);
    if (can_cash(state, leader, leads_a ? need : left - need + 1, matter))
        return leads_a ? need : need - 1;

    outline key;
    table_entry *bucket = NULL;
    if (state->memory->count >= WAYS) {
        make_outline(state, leader, &key);
        bucket = bucket_of(state->memory, &key);
        for (int way = 0; way < WAYS; way++) {
            const table_entry *known = bucket + way;
            if (!has_lengths(known, &key) || !has_owners(known, &key))
                continue;
            int lower = known->bounds & 15, upper = known->bounds >> 4;
            int at_least = leads_a ? lower : left - upper;
            int at_most = leads_a ? upper : left - lower;
            if (at_least < need && at_most >= need)
                continue;
            *matter = matter_of(state, known, &key);
            return at_least >= need ? at_least : at_most;
        }
    }
    const trick none = {0};
    *matter = 0;
    int value = play_on(state, leader, &none, left, need, matter);
    if (bucket)
        store(state, bucket, &key, left, (value >= need) == leads_a,
              leads_a ? value : left - value, *matter);
    return value;
}

/* Play `card`, search, take it back.  `left` counts the trick in progress. */
static int value_after(search *state, int player, uint64_t card, const trick *now, int left,
                       int need, uint64_t *matter)
{
    trick next = add_to_trick(state, now, player, card);
    int value;
    state->hands[player] ^= card;
    state->live ^= card;
    *matter = 0;
    if (next.played < state->players) {
        value = play_on(state, player + 1 == state->players ? 0 : player + 1, &next, left, need,
                        matter);
    } else {
        /* Lemma (settled).  With no trick left to get, or more needed than are left, the bound
         * is met or missed whatever is played. */
        int taken = is_side_a(state, next.best_player);
        if (taken >= need)
            value = taken;
        else if (taken + left - 1 < need)
            value = taken + left - 1;
        else
            value = taken + start_trick(state, next.best_player, left - 1, need - taken, matter);
        *matter |= winner_by_rank(&next);
    }
    state->live ^= card;
    state->hands[player] ^= card;
    return value;
}

/* Lemma (won trick).  If nobody of the other side who is still to play can beat the best card, its
 * side takes the trick whatever is played. */
static int is_won(const search *state, int player, const trick *now, uint64_t *matter)
{
    uint64_t winning = beating(state, now), below = now->cards;
    int side = is_side_a(state, now->best_player);
    for (int turn = now->played; turn < state->players; turn++) {
        uint64_t hand = state->hands[player];
        if (is_side_a(state, player) != side) {
            if (legal_of(hand, now) & winning)
                return 0;
            below |= hand;
        }
        player = player + 1 == state->players ? 0 : player + 1;
    }
    *matter = below & lane_of(now->best) & ~now->best ? now->best : 0;
    return 1;
}

static int play_on(search *state, int player, const trick *now, int left, int need,
                   uint64_t *matter)
{
    if (now->played) {
        int side = is_side_a(state, now->best_player);
        if ((side ? need == 1 : need == left) && is_won(state, player, now, matter))
            return side ? 1 : left - 1;
    }
    uint64_t moves[MAX_HAND];
    int count = list_moves(state, player, now, moves);
    int maximise = is_side_a(state, player);
    int best = maximise ? -1 : left + 1;
    uint64_t between = (state->live & ~state->hands[player]) | now->best;
    uint64_t covered = 0;
    state->nodes++;
    for (int index = 0; index < count; index++) {
        uint64_t card = moves[index], needed;
        if (card & covered)
            continue;
        int value = value_after(state, player, card, now, left, need, &needed);
        if (maximise ? value > best : value < best)
            best = value;
        if ((best >= need) == maximise) {
            *matter = needed;
            break;
        }
        *matter |= needed;
        uint64_t suit = lane_of(card);
        uint64_t low = needed & suit ? suit & (lowest(needed & suit) - 1) : suit;
        if (card & low)
            covered |= low;
        uint64_t limit = lowest((between | LANE_STARTS) & above(card));
        if (needed & suit & (limit - 1))
            *matter |= card;
    }
    return best;
}

/* ---- root ---------------------------------------------------------------------------------- */

typedef struct {
    search state;
    trick now;
    int turn;
    int left;
} root;

static void set_root(root *start, const position *given, const table *memory)
{
    search *state = &start->state;
    memset(start, 0, sizeof *start);
    state->memory = memory;
    state->players = given->players;
    state->sides = given->sides;
    state->trump_lane = given->trump < NO_TRUMP ? given->trump : NO_TRUMP;
    state->trumps = lane(state->trump_lane);
    for (int player = 0; player < state->players; player++) {
        uint64_t hand = to_lanes(given->hands[player], given->trump);
        state->hands[player] = hand;
        state->live |= hand;
        for (; hand; hand &= hand - 1)
            state->owner[lowest_index(hand)] = (uint8_t)player;
    }
    state->stamp = (uint32_t)(state->live * UINT64_C(0x9E3779B97F4A7C15) >> 32) ^ given->sides;
    start->turn = given->leader;
    for (int index = 0; index < given->trick_length; index++) {
        uint64_t card = bit_of(given->trick[index], given->trump);
        start->now = add_to_trick(state, &start->now, start->turn, card);
        start->turn = (start->turn + 1) % state->players;
    }
    start->left = count_bits(state->hands[start->turn]);
}

/* Close in on the exact value, by `card` if not 0, between the bounds given. */
static int exact_value(root *start, uint64_t card, int lower, int upper)
{
    uint64_t matter;
    while (lower < upper) {
        int need = (lower + upper + 1) / 2;
        int value = card ? value_after(&start->state, start->turn, card, &start->now, start->left,
                                       need, &matter)
                    : start->now.played
                        ? play_on(&start->state, start->turn, &start->now, start->left, need,
                                  &matter)
                        : start_trick(&start->state, start->turn, start->left, need, &matter);
        if (value >= need)
            lower = value;
        else
            upper = value;
    }
    return lower;
}

int reaches(const position *given, const table *memory, int need, uint64_t *nodes)
{
    root start;
    uint64_t matter;
    set_root(&start, given, memory);
    if (need <= 0 || need > start.left)
        return need <= 0;
    int value = start.now.played
                    ? play_on(&start.state, start.turn, &start.now, start.left, need, &matter)
                    : start_trick(&start.state, start.turn, start.left, need, &matter);
    *nodes += start.state.nodes;
    return value >= need;
}

static int list_root_groups(const root *start, uint64_t groups[MAX_HAND])
{
    const search *state = &start->state;
    uint64_t hand = state->hands[start->turn];
    uint64_t between = (state->live & ~hand) | start->now.best;
    return list_groups(legal_of(hand, &start->now), between, groups);
}

/* Whether a legal card at the root belongs to the group that `first` is the lowest card of. */
static int is_in_group(uint64_t card, const uint64_t *groups, int count, int index)
{
    return card >= groups[index] && (index + 1 == count || card < groups[index + 1]);
}

int solve_tricks(const position *given, const table *memory, uint64_t *nodes)
{
    root start;
    set_root(&start, given, memory);
    int value = exact_value(&start, 0, 0, start.left);
    *nodes += start.state.nodes;
    return value;
}

int solve_best(const position *given, const table *memory, uint64_t *best, uint64_t *nodes)
{
    root start;
    uint64_t groups[MAX_HAND];
    int is_best[MAX_HAND];
    uint64_t matter;
    set_root(&start, given, memory);
    int value = exact_value(&start, 0, 0, start.left);
    int count = list_root_groups(&start, groups);
    int maximise = is_side_a(&start.state, start.turn);
    int need = maximise ? value : value + 1;
    for (int index = 0; index < count; index++) {
        int after = value_after(&start.state, start.turn, groups[index], &start.now, start.left,
                                need, &matter);
        is_best[index] = (after >= need) == maximise;
    }
    *best = 0;
    for (uint64_t hand = given->hands[start.turn]; hand; hand &= hand - 1) {
        uint64_t card = bit_of(lowest_index(hand), given->trump);
        if (card & legal_of(start.state.hands[start.turn], &start.now))
            for (int index = 0; index < count; index++)
                if (is_best[index] && is_in_group(card, groups, count, index))
                    *best |= lowest(hand);
    }
    *nodes += start.state.nodes;
    return value;
}

void solve_cards(const position *given, const table *memory, int8_t values[CARD_COUNT],
                 uint64_t *nodes)
{
    root start;
    uint64_t groups[MAX_HAND];
    int8_t value[MAX_HAND];
    set_root(&start, given, memory);
    int count = list_root_groups(&start, groups);
    for (int index = 0; index < count; index++)
        value[index] = (int8_t)exact_value(&start, groups[index], 0, start.left);
    memset(values, -1, CARD_COUNT);
    for (uint64_t hand = given->hands[start.turn]; hand; hand &= hand - 1) {
        uint64_t card = bit_of(lowest_index(hand), given->trump);
        if (card & legal_of(start.state.hands[start.turn], &start.now))
            for (int index = 0; index < count; index++)
                if (is_in_group(card, groups, count, index))
                    values[lowest_index(hand)] = value[index];
    }
    *nodes += start.state.nodes;
}

/* ---- validation ---------------------------------------------------------------------------- */

const char *position_fault(const position *given)
{
    uint64_t seen = 0;
    int players = given->players;
    if (players < 2 || players > MAX_PLAYERS)
        return "there must be 2 to 7 players";
    if (given->trump > LOW_NO_TRUMP)
        return "unknown trump";
    if (given->leader >= players)
        return "the leader is none of the players";
    if (given->sides >> players)
        return "a side is given for more than the players";
    if (given->trick_length >= players)
        return "the trick must be shorter than the number of players";
    for (int index = 0; index < given->trick_length; index++) {
        uint64_t card = given->trick[index] < CARD_COUNT ? UINT64_C(1) << given->trick[index] : 0;
        if (!card || seen & card)
            return "the trick holds an unknown or a repeated card";
        seen |= card;
    }
    int turn = (given->leader + given->trick_length) % players;
    int left = count_bits(given->hands[turn]);
    if (left > MAX_HAND)
        return "a hand has more than 15 cards";
    for (int player = 0; player < MAX_PLAYERS; player++) {
        uint64_t hand = given->hands[player];
        if (hand >> CARD_COUNT || (player >= players && hand))
            return "an unknown card, or cards for more than the players";
        if (seen & hand)
            return "a card is in two places";
        seen |= hand;
        int place = (player - given->leader + players) % players;
        if (player < players && count_bits(hand) != left - (place < given->trick_length))
            return "the hands are of unequal size";
    }
    return NULL;
}
