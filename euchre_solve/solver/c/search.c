/* Zero-window alpha-beta over sets of cards in order of power.  See search.h.
 *
 * Sets are 64-bit.  Lanes 0..3 of 15 bits hold the suits, lane 4 (the top 4 bits) the joker at
 * no-trump; a higher bit of a lane beats a lower one.  The bowers and the best bower are moved on
 * top of the trump lane.  At no-trump the "trump lane" is lane 4: the joker is a suit of its own
 * that beats the others, and without it nothing does.  So no-trump needs no case of its own.
 *
 * Values are tricks of side A.  A search for `need` returns v >= need if the true value is at
 * least v, and v < need if the true value is at most v.
 *
 * Lemma (cards that matter).  Such a bound rests on a tree of plays, and of the ranks of the cards
 * it uses but a few: that a card beat others of its lane in a trick, or that it tops all of the
 * other side.  Let `matter` hold these cards.  Of a lane then counts who holds each live card from
 * the lowest of them up; below it only how many cards each player holds, as exchanging such cards
 * among the players changes no trick of the tree, and any of a hand may be played for another.  So
 * the bound holds in all positions that agree in this (the table), and a low card that failed
 * speaks for the others of its lane in that hand (`refute`).  Every search tells what matters to
 * its bound.  In each lane the lowest card says it all, so sets are joined and never thinned.
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
    uint8_t stamp; /* tells the entries of this search from those of others */
    uint8_t owner[64]; /* of each card at the root; cards never change hands */
} search;

/* The trick in progress: who is winning it with what. */
typedef struct {
    uint64_t led; /* lane of the first card */
    uint64_t best;
    uint64_t cards; /* all of them */
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

/* The lowest of the `count` highest. */
static uint64_t nth_highest(uint64_t set, int count)
{
    for (; count > 1; count--)
        set ^= highest(set);
    return highest(set);
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

static int next_player(const search *state, int player)
{
    return player + 1 == state->players ? 0 : player + 1;
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

/* Lemma (relative position).  The value at the start of a trick depends only on who holds the
 * first, second, ... live card of each lane, which lane is trumps, who leads and the sides: dead
 * cards compare with nothing, the names of plain suits matter to no rule, and turning the table
 * or exchanging the sides turns or exchanges the answer.
 *
 * So an outline counts players from the leader, names sides after his, with a marker bit on top,
 * and has the trump lane in slot 0 and the plain ones behind it, sorted.  An entry of the table has
 * the same form, but tells owners no deeper than the cards that matter (see above). */
typedef struct {
    uint32_t lengths[LANES]; /* how many of the lane's cards each player holds, 4 bits each */
    uint64_t owners[LANES];  /* of the lane's cards, the highest in the lowest 3 bits */
    uint8_t lanes[LANES];    /* which one a slot holds */
    uint8_t sides;
} outline;

/* Put a lane into slot `last` or, if it goes before those there, further up. */
static void add_lane(outline *made, int last, int index, uint32_t lengths, uint64_t owners)
{
    int slot = last;
    for (; slot > 1; slot--) {
        if (made->lengths[slot - 1] > lengths ||
            (made->lengths[slot - 1] == lengths && made->owners[slot - 1] >= owners))
            break;
        made->lengths[slot] = made->lengths[slot - 1];
        made->owners[slot] = made->owners[slot - 1];
        made->lanes[slot] = made->lanes[slot - 1];
    }
    made->lengths[slot] = lengths;
    made->owners[slot] = owners;
    made->lanes[slot] = (uint8_t)index;
}

static void make_outline(const search *state, int leader, outline *made)
{
    int plain = 0;
    for (int index = 0; index < LANES; index++) {
        uint32_t lengths = 0;
        uint64_t owners = 0;
        for (uint64_t set = state->live & lane(index); set; set &= set - 1) {
            int from_leader = state->owner[lowest_index(set)] - leader;
            from_leader += from_leader < 0 ? state->players : 0;
            lengths += UINT32_C(1) << NIBBLE * from_leader;
            owners = owners << SYMBOL | (uint64_t)from_leader;
        }
        add_lane(made, index == state->trump_lane ? 0 : ++plain, index, lengths, owners);
    }
    unsigned all = (1u << state->players) - 1;
    unsigned sides = (state->sides >> leader | state->sides << (state->players - leader)) & all;
    made->sides = (uint8_t)(((sides & 1) ? sides : ~sides & all) | (all + 1));
}

/* All that is known of the same lengths is in one bucket. */
static table_entry *bucket_of(const table *memory, const outline *at)
{
    uint64_t hash = at->lengths[0] | (uint64_t)at->lengths[1] << 32;
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32 ^ at->lengths[2] ^ (uint64_t)at->lengths[3] << 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    hash ^= hash >> 32 ^ at->lengths[4] ^ (uint64_t)at->sides << 32;
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    return memory->entries + (hash >> 32) * (memory->count / WAYS) / (UINT64_C(1) << 32) * WAYS;
}

static int has_lengths(const table_entry *entry, const outline *at)
{
    return memcmp(entry->lengths, at->lengths, sizeof at->lengths) == 0 &&
           entry->sides == at->sides;
}

/* How many cards of the lane matter to the entry. */
static int depth_of(const table_entry *entry, int slot)
{
    return (int)(entry->owners[slot] >> DEPTH_SHIFT) & 15;
}

static uint64_t highest_owners(uint64_t owners, int depth)
{
    return owners & ((UINT64_C(1) << SYMBOL * depth) - 1);
}

static int has_owners(const table_entry *entry, const outline *at)
{
    for (int slot = 0; slot < LANES; slot++)
        if (highest_owners(entry->owners[slot] ^ at->owners[slot], depth_of(entry, slot)))
            return 0;
    return 1;
}

/* The cards that matter to an entry that has the owners of the position at hand. */
static uint64_t cards_of(const search *state, const table_entry *entry, const outline *at)
{
    uint64_t matter = 0;
    for (int slot = 0; slot < LANES; slot++) {
        uint64_t suit = state->live & lane(at->lanes[slot]);
        int depth = depth_of(entry, slot);
        if (depth && depth <= count_bits(suit)) /* it is, but in a table of nonsense */
            matter |= nth_highest(suit, depth);
    }
    return matter;
}

/* The bounds are those of the leader's side, as the sides are named after it. */
static int lower_of(const table_entry *entry)
{
    return entry->bounds & 15;
}

static int upper_of(const table_entry *entry)
{
    return entry->bounds >> 4;
}

static void set_bounds(table_entry *entry, int lower, int upper)
{
    entry->bounds = (uint8_t)((unsigned)lower | (unsigned)upper << 4);
}

/* An entry that tells whether the leader's side takes `need` tricks, or NULL. */
static const table_entry *find(const table_entry *bucket, const outline *at, int need)
{
    for (int way = 0; way < WAYS; way++) {
        const table_entry *entry = bucket + way;
        if (has_lengths(entry, at) && (lower_of(entry) >= need || upper_of(entry) < need) &&
            has_owners(entry, at))
            return entry;
    }
    return NULL;
}

/* Make room for what has `left` tricks to go.  The first of a bucket keeps what cost most, the
 * entry with the most tricks left of those that the search at hand has made; all others change
 * places with any one of the rest. */
static table_entry *make_room(const search *state, table_entry *bucket, int left)
{
    table_entry *other = bucket + 1 + state->nodes % (WAYS - 1);
    if (bucket->left > left && bucket->stamp == state->stamp)
        return other;
    *other = *bucket;
    return bucket;
}

/* Keep what the search for `need` proved: a lower bound or an upper bound, never both. */
static void store(const search *state, table_entry *bucket, const outline *at,
                  const table_entry *proved, uint64_t matter)
{
    table_entry made = *proved;
    memcpy(made.lengths, at->lengths, sizeof made.lengths);
    made.sides = at->sides;
    made.stamp = state->stamp;
    for (int slot = 0; slot < LANES; slot++) {
        uint64_t suit = lane(at->lanes[slot]);
        int depth = matter & suit ? count_bits(state->live & suit & ~(lowest(matter & suit) - 1)) : 0;
        made.owners[slot] =
            highest_owners(at->owners[slot], depth) | (uint64_t)depth << DEPTH_SHIFT;
    }
    for (int way = 0; way < WAYS; way++) {
        table_entry *known = bucket + way;
        if (has_lengths(known, at) && memcmp(known->owners, made.owners, sizeof made.owners) == 0) {
            int lower = lower_of(known), upper = upper_of(known);
            set_bounds(known, lower_of(&made) > lower ? lower_of(&made) : lower,
                       upper_of(&made) < upper ? upper_of(&made) : upper);
            return;
        }
    }
    *make_room(state, bucket, made.left) = made;
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

/* The card that won a trick if its rank mattered. */
static uint64_t decisive(const trick *now)
{
    return now->cards & lane_of(now->best) & ~now->best ? now->best : 0;
}

/* Lemma (last trick).  With one card each nobody has a choice. */
static int last_trick(const search *state, int leader, uint64_t *matter)
{
    trick now = {0};
    for (int turn = 0, player = leader; turn < state->players; turn++) {
        now = add_to_trick(state, &now, player, state->hands[player]);
        player = next_player(state, player);
    }
    *matter = decisive(&now);
    return is_side_a(state, now.best_player);
}

/* Lemma (top trumps).  A trump that no live trump of the other side beats wins its trick for its
 * own side whenever it is played, and the cards of one hand are played to different tricks: the
 * side takes at least as many tricks as one of its hands holds such trumps.  (Two hands of the
 * side may play theirs to the same trick, so they must not be added.)
 *
 * Says whether a side has as many as its `wanted` entry; the ranks matter if the other has any. */
static int has_top_trumps(const search *state, const int wanted[2], int *side, uint64_t *matter)
{
    uint64_t trumps[2] = {0, 0};
    for (int player = 0; player < state->players; player++)
        trumps[is_side_a(state, player)] |= state->hands[player] & state->trumps;
    if (!(trumps[0] | trumps[1]))
        return 0;
    *side = trumps[1] > trumps[0];
    uint64_t top = tops(trumps[*side], trumps[!*side]);
    for (int player = 0; player < state->players; player++) {
        uint64_t held = state->hands[player] & top;
        if (count_bits(held) >= wanted[*side]) {
            *matter = trumps[!*side] ? nth_highest(held, wanted[*side]) : 0;
            return 1;
        }
    }
    return 0;
}

/* How many of the `top` cards of a plain lane can be led before one who can ruff has none left. */
static int safe_rounds(const search *state, uint64_t top, uint64_t suit, unsigned ruffers)
{
    int rounds = count_bits(top & suit);
    for (unsigned set = rounds ? ruffers : 0; set; set &= set - 1) {
        int length = count_bits(state->hands[lowest_index(set)] & suit);
        rounds = length < rounds ? length : rounds;
    }
    return rounds;
}

/* Lemma (cashing).  The leader may play his top trumps, and after them the highest live cards of
 * the plain lanes, and keeps the lead as long as nobody can ruff: a player without trumps never
 * does, nor one who still has a card of the lane.  If the top trumps draw all others, nobody has
 * any; else every player with trumps limits each lane to as many rounds as he follows.
 *
 * Says whether that makes `wanted` tricks.  Ranks matter where others hold cards of the lane. */
static int can_cash(const search *state, int leader, int wanted, uint64_t *matter)
{
    uint64_t others = state->live & ~state->hands[leader];
    uint64_t top = masters(state, state->hands[leader]);
    int count = count_bits(top & state->trumps);
    int used = count < wanted ? count : wanted;
    unsigned ruffers = 0;
    for (int player = 0; player < state->players; player++)
        if (player != leader && count_bits(state->hands[player] & state->trumps) > count)
            ruffers |= 1u << player;
    *matter = used && others & state->trumps ? nth_highest(top & state->trumps, used) : 0;
    for (int index = 0; index < LANES && count < wanted; index++) {
        uint64_t suit = lane(index) & ~state->trumps;
        int rounds = safe_rounds(state, top, suit, ruffers);
        if (rounds > wanted - count)
            rounds = wanted - count;
        if (rounds && others & suit)
            *matter |= nth_highest(top & suit, rounds);
        count += rounds;
    }
    return count >= wanted;
}

static int start_trick(search *state, int leader, int left, int need, uint64_t *matter)
{
    state->nodes++;
    if (left == 1)
        return last_trick(state, leader, matter);
    const int wanted[2] = {left - need + 1, need}; /* by side, to settle the question */
    int leads_a = is_side_a(state, leader), side = leads_a;
    if (has_top_trumps(state, wanted, &side, matter))
        return side ? need : need - 1;
    if (can_cash(state, leader, wanted[leads_a], matter))
        return leads_a ? need : need - 1;

    outline at;
    table_entry *bucket = NULL;
    if (state->memory->count >= WAYS) {
        make_outline(state, leader, &at);
        bucket = bucket_of(state->memory, &at);
        const table_entry *known = find(bucket, &at, wanted[leads_a]);
        if (known) {
            int is_lower = lower_of(known) >= wanted[leads_a];
            int bound = is_lower ? lower_of(known) : upper_of(known);
            *matter = cards_of(state, known, &at);
            return leads_a ? bound : left - bound;
        }
    }
    const trick none = {0};
    int value = play_on(state, leader, &none, left, need, matter);
    if (bucket) {
        table_entry proved = {.left = (uint8_t)left};
        int bound = leads_a ? value : left - value, is_lower = (value >= need) == leads_a;
        set_bounds(&proved, is_lower ? bound : 0, is_lower ? left : bound);
        store(state, bucket, &at, &proved, *matter);
    }
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
    if (next.played < state->players) {
        value = play_on(state, next_player(state, player), &next, left, need, matter);
    } else {
        /* Lemma (settled).  With no trick left to get, or more needed than are left, the bound
         * is met or missed whatever is played. */
        int taken = is_side_a(state, next.best_player);
        *matter = 0;
        if (taken >= need)
            value = taken;
        else if (taken + left - 1 < need)
            value = taken + left - 1;
        else
            value = taken + start_trick(state, next.best_player, left - 1, need - taken, matter);
        *matter |= decisive(&next);
    }
    state->live ^= card;
    state->hands[player] ^= card;
    return value;
}

/* Lemma (won trick).  If nobody of the other side who has still to play can beat the best card,
 * its own side takes the trick, whatever is played.  `player` is the next. */
static int is_won(const search *state, int player, const trick *now, uint64_t *matter)
{
    uint64_t winning = beating(state, now), others = now->cards ^ now->best;
    int side = is_side_a(state, now->best_player);
    for (int turn = now->played; turn < state->players; turn++) {
        uint64_t hand = state->hands[player];
        if (is_side_a(state, player) != side) {
            if (legal_of(hand, now) & winning)
                return 0;
            others |= hand;
        }
        player = next_player(state, player);
    }
    *matter = others & lane_of(now->best) ? now->best : 0;
    return 1;
}

/* Add to `matter` what a card that failed rests on, `needed`; returns the cards that fail as it
 * does.  `between` are the cards that separate touching ones.
 *
 * The card also failed for those that it touches; the proofs differ in which of the group is left,
 * so if the rank of any matters all do. */
static uint64_t refute(uint64_t card, uint64_t needed, uint64_t between, uint64_t *matter)
{
    uint64_t suit = lane_of(card);
    uint64_t low = needed & suit ? suit & (lowest(needed & suit) - 1) : suit;
    uint64_t limit = lowest((between | LANE_STARTS) & above(card));
    *matter |= needed;
    if (needed & suit & (limit - 1))
        *matter |= card;
    return card & low ? low : 0;
}

/* The lowest card of a group that needs no search, as it is among the `refuted`, if cards that it
 * touches are not: for these it speaks only while nothing lies between. */
static uint64_t joint(uint64_t card, uint64_t hand, uint64_t between, uint64_t refuted)
{
    uint64_t limit = lowest((between | LANE_STARTS) & above(card));
    return hand & above(card) & (limit - 1) & ~refuted ? card : 0;
}

static int play_on(search *state, int player, const trick *now, int left, int need,
                   uint64_t *matter)
{
    int wins_a = is_side_a(state, now->best_player);
    if (now->played && need == (wins_a ? 1 : left) && is_won(state, player, now, matter))
        return wins_a ? need : need - 1;

    uint64_t moves[MAX_HAND];
    int count = list_moves(state, player, now, moves);
    int maximise = is_side_a(state, player);
    int best = maximise ? -1 : left + 1;
    uint64_t between = (state->live & ~state->hands[player]) | now->best;
    uint64_t refuted = 0, needed;
    state->nodes++;
    *matter = 0;
    for (int index = 0; index < count; index++) {
        if (moves[index] & refuted) {
            *matter |= joint(moves[index], state->hands[player], between, refuted);
            continue;
        }
        int value = value_after(state, player, moves[index], now, left, need, &needed);
        if (maximise ? value > best : value < best)
            best = value;
        if ((best >= need) == maximise) {
            *matter = needed;
            break;
        }
        refuted |= refute(moves[index], needed, between, matter);
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
    state->stamp = (uint8_t)((state->live * UINT64_C(0x9E3779B97F4A7C15) >> 56) ^ given->sides);
    start->turn = given->leader;
    for (int index = 0; index < given->trick_length; index++) {
        uint64_t card = bit_of(given->trick[index], given->trump);
        start->now = add_to_trick(state, &start->now, start->turn, card);
        start->turn = (start->turn + 1) % state->players;
    }
    start->left = count_bits(state->hands[start->turn]);
}

/* The search for `need` after `card`, or before a card is chosen if it is 0. */
static int root_value(root *start, uint64_t card, int need)
{
    uint64_t matter;
    if (card)
        return value_after(&start->state, start->turn, card, &start->now, start->left, need,
                           &matter);
    if (start->now.played)
        return play_on(&start->state, start->turn, &start->now, start->left, need, &matter);
    return start_trick(&start->state, start->turn, start->left, need, &matter);
}

/* Close in on the exact value, by `card` if not 0. */
static int exact_value(root *start, uint64_t card)
{
    int lower = 0, upper = start->left;
    while (lower < upper) {
        int need = (lower + upper + 1) / 2;
        int value = root_value(start, card, need);
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
    set_root(&start, given, memory);
    if (need <= 0 || need > start.left)
        return need <= 0;
    int value = root_value(&start, 0, need);
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
    int value = exact_value(&start, 0);
    *nodes += start.state.nodes;
    return value;
}

int solve_best(const position *given, const table *memory, uint64_t *best, uint64_t *nodes)
{
    root start;
    uint64_t groups[MAX_HAND];
    int is_best[MAX_HAND];
    set_root(&start, given, memory);
    int value = exact_value(&start, 0);
    int count = list_root_groups(&start, groups);
    int maximise = is_side_a(&start.state, start.turn);
    int need = maximise ? value : value + 1;
    int is_any = need < 1 || need > start.left; /* no card changes a value at its limit */
    for (int index = 0; index < count; index++)
        is_best[index] = is_any || (root_value(&start, groups[index], need) >= need) == maximise;
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
        value[index] = (int8_t)exact_value(&start, groups[index]);
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
