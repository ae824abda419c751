/* The same questions about many deals: every contract with its discards and leads. */
#ifndef EUCHRE_SOLVE_PLAN_H
#define EUCHRE_SOLVE_PLAN_H

#include "fast.h"
#include "search.h"

/* The start of the play of a contract: who plays, who of all seats is on side A, who leads, and
 * whether the last seat, the dealer, takes the upcard into his hand. */
typedef struct {
    uint8_t trump;
    uint8_t active_mask;
    uint8_t side_mask;
    uint8_t leader;
    uint8_t picks_up;
} question;

typedef struct {
    int players;
    int hand_size;
    int question_count;
    const question *questions;
    fast_search *fast; /* NULL: always the general search */
    const table *memory;
    uint64_t nodes; /* of the general search */
} plan;

/* The answers to one question.  `discards` has hand_size + 1 places: tricks of side A for each of
 * the dealer's cards and the upcard by card index, -1 where it may not be discarded or nothing is
 * picked up; `discard` is the card chosen, -1 for none; `best` the leads after it. */
typedef struct {
    int8_t *discards;
    int8_t *discard;
    int8_t *tricks;
    uint64_t *best;
} answer;

const char *plan_fault(const plan *asked);

/* Answer question `number` about a deal; the fault of the deal, or NULL.  `allowed_mask` are the
 * cards that may be discarded. */
const char *answer_question(plan *asked, int number, const uint64_t *hands, int upcard,
                            uint64_t allowed_mask, const answer *given);

#endif
