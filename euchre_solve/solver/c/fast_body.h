/* The search of fast.h, included twice by fast.c: with SQUEEZE by an instruction and without.
 *
 * Zero-window alpha-beta as in search.c, whose lemmas hold here; a search for `need` returns
 * v >= need if the true value is at least v, and v < need if it is at most v. */

typedef int NAME(player)(fast_search *search, int seat, trick now, int need);

/* ---- endgame tables ------------------------------------------------------------------------ */

/* Lanes in the order that sorts the plain ones, of two sets at once. */
TARGET static inline uint64_t NAME(sorted)(uint64_t pair, const uint8_t shifts[4])
{
    const uint64_t trumps = UINT64_C(0xFF000000FF000000), first = UINT64_C(0x000000FF000000FF);
    return (pair & trumps) | (pair >> shifts[0] & first) | (pair >> shifts[1] & first) << 8 |
           (pair >> shifts[2] & first) << 16;
}

/* The tricks of the leader's side from the tables; -1 if the position is in none. */
TARGET static inline int NAME(probe)(fast_search *search, int leader, int left)
{
    const endgame_index *index = search->index;
    const uint8_t *order = search->order[leader];
    int kind = search->kind[leader];
    unsigned key = length_key(search->live);
    unsigned composition = index->composition[left][kind][key];
    if (composition == NO_COMPOSITION)
        return -1;
    uint64_t low = NAME(sorted)(search->hands[order[0]] | (uint64_t)search->live << 32,
                                index->shifts[key]);
    lanes live = (lanes)(low >> 32), hand = (lanes)low;
    uint32_t entry = composition * index->ways[left][kind];
    entry += index->rank[SQUEEZE(hand, live) & RANK_MASK] * index->strides[left][kind][0];
    if (kind != TWO_HANDS) {
        uint64_t high = NAME(sorted)(
            search->hands[order[1]] | (uint64_t)search->hands[order[2]] << 32, index->shifts[key]);
        live ^= hand;
        hand = (lanes)high;
        entry += index->rank[SQUEEZE(hand, live) & RANK_MASK] * index->strides[left][kind][1];
        if (kind == FOUR_HANDS) {
            live ^= hand;
            entry += index->rank[SQUEEZE((lanes)(high >> 32), live) & RANK_MASK];
        }
    }
    entry += index->first[left][kind];
    if (entry >= index->entries)
        return -1;
    search->spent.probes++;
    return search->values[entry / 4] >> entry % 4 * 2 & 3;
}

/* ---- table of four tricks left ------------------------------------------------------------- */

/* Lemma (relative position), as in search.c.  The word of an entry: kind (3 bits), lengths of
 * the plain lanes (9), which live cards the first three hands hold (16, 12, 8); above them the
 * bounds of the leader's side, 3 bits each. */
TARGET static inline uint64_t NAME(relative_key)(const fast_search *search, int leader)
{
    const uint8_t *order = search->order[leader];
    lanes live = search->live, hand = search->hands[order[0]];
    uint64_t key = (uint64_t)search->kind[leader] | length_key(live) << 3;
    key |= (uint64_t)SQUEEZE(hand, live) << 12;
    if (search->players > 2) {
        live ^= hand;
        hand = search->hands[order[1]];
        key |= (uint64_t)SQUEEZE(hand, live) << 28;
        live ^= hand;
        key |= (uint64_t)SQUEEZE(search->hands[order[2]], live) << 40;
    }
    return key;
}

TARGET static inline uint64_t *NAME(recall)(const fast_search *search, uint64_t key)
{
    return search->memory + (key * UINT64_C(0x9E3779B97F4A7C15) >> (63 - search->memory_bits) >> 1);
}

/* ---- moves --------------------------------------------------------------------------------- */

TARGET static inline lanes NAME(lane_of)(lanes card)
{
    return UINT32_C(0xFF) << (__builtin_ctz(card) & 24);
}

/* What would win the trick so far. */
TARGET static inline lanes NAME(beating)(lanes led, lanes best)
{
    lanes higher = ~(best | (best - 1));
    return best & TRUMPS ? higher & TRUMPS : (higher & led) | TRUMPS;
}

/* All cards below the highest of each lane of `set`, and that one. */
TARGET static inline lanes NAME(covered)(lanes set)
{
    set |= set >> 1 & 0x7F7F7F7Fu;
    set |= set >> 2 & 0x3F3F3F3Fu;
    return set | (set >> 4 & 0x0F0F0F0Fu);
}

/* What to try: `first`, from the top if so said, then `rest` from below.  Trumps are the highest
 * lane, so from below they come last. */
typedef struct {
    lanes first;
    lanes rest;
    int from_top;
} NAME(choices);

TARGET static inline lanes NAME(next_choice)(NAME(choices) * all)
{
    lanes set = all->first ? all->first : all->rest;
    lanes highest = UINT32_C(1) << (31 - __builtin_clz(set));
    lanes card = (all->from_top & (all->first != 0)) ? highest : set & (~set + 1);
    all->first &= ~card;
    all->rest &= ~card;
    return card;
}

/* Masters from the top, then the others. */
TARGET static inline NAME(choices) NAME(leads_of)(const fast_search *search, int seat)
{
    lanes hand = search->hands[seat];
    lanes others = search->live & ~hand;
    lanes set = representatives(hand, others);
    lanes top = set & ~NAME(covered)(others);
    NAME(choices) all = {top, set ^ top, 1};
    return all;
}

/* Winning cards first, unless the partner is winning; the last player wins as low as he can. */
TARGET static inline NAME(choices) NAME(replies_of)(const fast_search *search, int seat,
                                                    const trick *now, int is_last)
{
    lanes hand = search->hands[seat];
    lanes legal = hand & now->led ? hand & now->led : hand;
    lanes set = representatives(hand, (search->live & ~hand) | now->best) & legal;
    lanes winning = set & NAME(beating)(now->led, now->best);
    int ours = !((now->best_seat ^ seat) & 1);
    NAME(choices) all = {ours ? set ^ winning : winning, ours ? winning : set ^ winning,
                         !ours && !is_last};
    return all;
}

/* ---- search -------------------------------------------------------------------------------- */

TARGET static int NAME(start_trick)(fast_search *search, int leader, int left, int need);

TARGET static inline __attribute__((always_inline)) void NAME(add_to_trick)(
    trick *now, int seat, lanes card, int played)
{
    if (!played)
        now->led = NAME(lane_of)(card);
    if (!played || card & NAME(beating)(now->led, now->best)) {
        now->best = card;
        now->best_seat = (uint8_t)seat;
    }
}

/* Play `card` for `seat`, which makes the trick what it is `now`, search, take it back; `next` is
 * the player after him, NULL for the last one. */
TARGET static inline __attribute__((always_inline)) int NAME(value_after)(
    fast_search *search, int seat, lanes card, trick now, int need, NAME(player) * next)
{
    int value;
    search->hands[seat] ^= card;
    search->live ^= card;
    if (next) {
        value = next(search, search->next[seat], now, need);
    } else { /* Lemma (settled), as in search.c. */
        int taken = !(now.best_seat & 1);
        if (taken >= need)
            value = taken;
        else if (taken + now.left - 1 < need)
            value = taken + now.left - 1;
        else
            value = taken + NAME(start_trick)(search, now.best_seat, now.left - 1, need - taken);
    }
    search->live ^= card;
    search->hands[seat] ^= card;
    return value;
}

/* Play the best card for `seat`.  Always inlined, so that each place in the trick has code of its
 * own; all that matters of `played` is whether the trick has begun. */
TARGET static inline __attribute__((always_inline)) int NAME(play_card)(
    fast_search *search, int seat, trick now, int need, NAME(player) * next, int played)
{
    int maximise = !(seat & 1);
    int best = maximise ? -1 : now.left + 1;
    NAME(choices) all = played ? NAME(replies_of)(search, seat, &now, !next)
                               : NAME(leads_of)(search, seat);
    search->spent.nodes++;
    while (all.first | all.rest) {
        lanes card = NAME(next_choice)(&all);
        trick after = now;
        NAME(add_to_trick)(&after, seat, card, played);
        int value = NAME(value_after)(search, seat, card, after, need, next);
        if (maximise ? value > best : value < best)
            best = value;
        if ((best >= need) == maximise)
            break;
    }
    return best;
}

#define PLAYER(name, next, played)                                                              \
    TARGET static int NAME(name)(fast_search * search, int seat, trick now, int need)           \
    {                                                                                           \
        return NAME(play_card)(search, seat, now, need, next, played);                          \
    }
PLAYER(last, NULL, 1)
PLAYER(second_last, NAME(last), 1)
PLAYER(third_last, NAME(second_last), 1)
PLAYER(first_of_four, NAME(third_last), 0)
PLAYER(first_of_three, NAME(second_last), 0)
PLAYER(first_of_two, NAME(last), 0)
#undef PLAYER

TARGET static int NAME(play_trick)(fast_search *search, int leader, int left, int need)
{
    trick none = {0, 0, 0, (uint8_t)left};
    if (search->players == 4)
        return NAME(first_of_four)(search, leader, none, need);
    if (search->players == 3)
        return NAME(first_of_three)(search, leader, none, need);
    return NAME(first_of_two)(search, leader, none, need);
}

/* Lemma (last trick).  With one card each nobody has a choice. */
TARGET static int NAME(last_trick)(const fast_search *search, int leader)
{
    const uint8_t *order = search->order[leader];
    lanes best = search->hands[leader], led = NAME(lane_of)(best);
    int winner = leader;
    for (int place = 1; place < search->players; place++) {
        lanes card = search->hands[order[place]];
        if (card & NAME(beating)(led, best)) {
            best = card;
            winner = order[place];
        }
    }
    return !(winner & 1);
}

/* Lemma (top trumps), as in search.c: the trumps of one hand that no trump of the other side
 * beats are so many tricks for its side. */
TARGET static inline void NAME(bound_by_trumps)(const fast_search *search, int *lower, int *upper)
{
    const lanes *hands = search->hands;
    lanes ours = (hands[0] | hands[2]) & TRUMPS, theirs = (hands[1] | hands[3]) & TRUMPS;
    int is_a = ours > theirs;
    lanes top = is_a ? ours & ~NAME(covered)(theirs) : theirs & ~NAME(covered)(ours);
    int one = __builtin_popcount(hands[!is_a] & top);
    int two = __builtin_popcount(hands[2 + !is_a] & top);
    int most = one > two ? one : two;
    if (is_a)
        *lower = most;
    else
        *upper -= most;
}

/* Lemma (cashing), as in search.c. */
TARGET static inline int NAME(count_cashing)(const fast_search *search, int leader)
{
    lanes hand = search->hands[leader];
    lanes top = hand & ~NAME(covered)(search->live & ~hand);
    int count = __builtin_popcount(top & TRUMPS);
    int most[3] = {FULL_HAND, FULL_HAND, FULL_HAND};
    for (int place = 1; place < search->players; place++) {
        lanes other = search->hands[search->order[leader][place]];
        if (__builtin_popcount(other & TRUMPS) > count)
            for (int lane = 0; lane < 3; lane++) {
                int length = __builtin_popcount(other >> 8 * lane & 0xFF);
                most[lane] = length < most[lane] ? length : most[lane];
            }
    }
    for (int lane = 0; lane < 3; lane++) {
        int run = __builtin_popcount(top >> 8 * lane & 0xFF);
        count += run < most[lane] ? run : most[lane];
    }
    return count;
}

TARGET static int NAME(start_trick)(fast_search *search, int leader, int left, int need)
{
    if (left == 1)
        return NAME(last_trick)(search, leader);
    int leads_a = !(leader & 1);
    if (left <= MOST_LEFT && search->values) {
        int value = NAME(probe)(search, leader, left);
        if (value >= 0)
            return leads_a ? value : left - value;
    }
    int lower = 0, upper = left;
    NAME(bound_by_trumps)(search, &lower, &upper);
    if (lower >= need)
        return lower;
    if (upper < need)
        return upper;
    int cashing = NAME(count_cashing)(search, leader);
    if (leads_a ? cashing >= need : left - cashing < need)
        return leads_a ? cashing : left - cashing;
    if (left != FULL_HAND - 1 || search->memory_bits < 0)
        return NAME(play_trick)(search, leader, left, need);

    uint64_t key = NAME(relative_key)(search, leader);
    uint64_t *entry = NAME(recall)(search, key);
    if ((*entry & KEY_MASK) == key) {
        lower = (int)(*entry >> 48 & 7), upper = (int)(*entry >> 51 & 7);
        int at_least = leads_a ? lower : left - upper;
        int at_most = leads_a ? upper : left - lower;
        if (at_least >= need)
            return at_least;
        if (at_most < need)
            return at_most;
    }
    int value = NAME(play_trick)(search, leader, left, need);
    int is_lower = (value >= need) == leads_a, bound = leads_a ? value : left - value;
    if ((*entry & KEY_MASK) != key)
        *entry = key | (uint64_t)left << 51;
    if (is_lower && bound > (int)(*entry >> 48 & 7))
        *entry = (*entry & ~(UINT64_C(7) << 48)) | (uint64_t)bound << 48;
    if (!is_lower && bound < (int)(*entry >> 51 & 7))
        *entry = (*entry & ~(UINT64_C(7) << 51)) | (uint64_t)bound << 51;
    return value;
}

/* ---- root ---------------------------------------------------------------------------------- */

/* Who plays when `count` players have still to play to the trick; NULL for none. */
static inline NAME(player) *NAME(player_of_last)(int count)
{
    return count == 3   ? NAME(third_last)
           : count == 2 ? NAME(second_last)
           : count == 1 ? NAME(last)
                        : NULL;
}

TARGET static lanes NAME(root_leads)(fast_search *search, int tricks)
{
    lanes best = 0;
    int seat = search->leader, maximise = !(seat & 1);
    int need = maximise ? tricks : tricks + 1;
    NAME(player) *next = NAME(player_of_last)(search->players - 1);
    NAME(choices) all = NAME(leads_of)(search, seat);
    while (all.first | all.rest) {
        lanes card = NAME(next_choice)(&all);
        trick now = {NAME(lane_of)(card), card, (uint8_t)seat, FULL_HAND};
        int value = NAME(value_after)(search, seat, card, now, need, next);
        if ((value >= need) == maximise)
            best |= card;
    }
    return best;
}

/* Top trumps bound the value of every card, not just of the best: they win whenever played.  The
 * card that is winning the trick counts as if its player still held it. */
TARGET static void NAME(bound_moves)(fast_search *search, const trick *now, int *lower, int *upper)
{
    search->hands[now->best_seat] |= now->best;
    NAME(bound_by_trumps)(search, lower, upper);
    search->hands[now->best_seat] &= ~now->best;
}

TARGET static lanes NAME(root_moves)(fast_search *search, const lanes *cards, int played,
                                     int8_t value_of[LANE_BITS])
{
    trick now = {0};
    int seat = search->leader;
    for (int place = 0; place < played; place++, seat = search->next[seat])
        NAME(add_to_trick)(&now, seat, cards[place], place);
    now.left = (uint8_t)__builtin_popcount(search->hands[seat]);
    NAME(player) *next = NAME(player_of_last)(search->players - played - 1);
    NAME(choices) all = played ? NAME(replies_of)(search, seat, &now, !next)
                               : NAME(leads_of)(search, seat);
    lanes firsts = all.first | all.rest;
    int least = 0, most = now.left, guess = (now.left + 1) / 2;
    NAME(bound_moves)(search, &now, &least, &most);
    while (all.first | all.rest) {
        lanes card = NAME(next_choice)(&all);
        trick after = now;
        NAME(add_to_trick)(&after, seat, card, played);
        int lower = least, upper = most;
        int need = guess <= lower ? lower + 1 : guess > upper ? upper : guess;
        while (lower < upper) {
            int value = NAME(value_after)(search, seat, card, after, need, next);
            if (value >= need)
                lower = value;
            else
                upper = value;
            need = value >= need ? lower + 1 : upper;
        }
        value_of[__builtin_ctz(card)] = (int8_t)(guess = lower);
    }
    return firsts;
}
