/* The fast search and its tables for Python.  Every function takes its arrays as contiguous
 * buffers, checks their lengths and what is in them, and releases the GIL while it works. */
#include "module.h"

#include <string.h>

#include "batch.h"
#include "moves.h"
#include "plan.h"

enum { MOST_VIEWS = 12, MOST_QUESTIONS = 1024 };

typedef struct {
    Py_buffer view[MOST_VIEWS];
    int count;
} views;

static void release(views *held)
{
    while (held->count > 0)
        PyBuffer_Release(&held->view[--held->count]);
}

/* The memory of a buffer; NULL with an exception set. `length` -1 takes any. */
static void *open_view(views *held, PyObject *object, int writable, Py_ssize_t length,
                       const char *name)
{
    Py_buffer *view = &held->view[held->count];
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
        return NULL;
    held->count++;
    if (length >= 0 && view->len != length) {
        PyErr_Format(PyExc_ValueError, "%s must have %zd bytes, not %zd", name, length, view->len);
        return NULL;
    }
    return view->buf ? view->buf : "";
}

static Py_ssize_t length_of(const views *held)
{
    return held->view[held->count - 1].len;
}

/* Set up a search from the last arguments of a call: the tables, scratch memory, the path. */
static int open_search(views *held, PyObject *module, PyObject *values, PyObject *memory,
                       int use_pext, fast_search *search)
{
    const kernel_state *state = PyModule_GetState(module);
    const uint8_t *filled = open_view(held, values, 0, (Py_ssize_t)endgame_bytes(&state->index),
                                      "endgame");
    if (!filled)
        return 0;
    char *scratch = open_view(held, memory, 1, -1, "memory");
    if (!scratch)
        return 0;
    size_t skipped = (0 - (uintptr_t)scratch) % sizeof(uint64_t), length = (size_t)length_of(held);
    size_t count = length > skipped ? (length - skipped) / sizeof(uint64_t) : 0;
    set_fast_search(search, &state->index, filled, count ? (uint64_t *)(scratch + skipped) : NULL,
                    count, use_pext && state->has_pext);
    return 1;
}

static PyObject *report(const char *fault, Py_ssize_t index, const char *what, effort spent)
{
    if (fault)
        return PyErr_Format(PyExc_ValueError, "%s %zd: %s", what, index, fault);
    return Py_BuildValue("KK", (unsigned long long)spent.nodes, (unsigned long long)spent.probes);
}

static void read_hands(uint64_t *hands, const char *from, Py_ssize_t index, int seats)
{
    size_t bytes = (size_t)seats * sizeof *hands;
    memcpy(hands, from + index * (Py_ssize_t)bytes, bytes); /* a copy: it may change under us */
}

PyObject *kernel_has_pext(PyObject *module, PyObject *args)
{
    (void)args;
    return PyBool_FromLong(((kernel_state *)PyModule_GetState(module))->has_pext);
}

/* ---- tables -------------------------------------------------------------------------------- */

void fill_state(kernel_state *state)
{
    state->has_pext = has_pext();
    make_endgame_index(&state->index);
}

PyObject *kernel_endgame_layout(PyObject *module, PyObject *args)
{
    (void)args;
    const kernel_state *state = PyModule_GetState(module);
    int parts = endgame_parts(), part = 0;
    while (part < parts && part_left(part) < MOST_LEFT)
        part++;
    return Py_BuildValue("nii(IIIII)", (Py_ssize_t)endgame_bytes(&state->index), parts, part,
                         state->index.first[MOST_LEFT][0], state->index.first[MOST_LEFT][1],
                         state->index.first[MOST_LEFT][2], state->index.first[MOST_LEFT][3],
                         state->index.first[MOST_LEFT][4]);
}

PyObject *kernel_fill_endgame(PyObject *module, PyObject *args)
{
    const kernel_state *state = PyModule_GetState(module);
    PyObject *values;
    int part, use_pext;
    views held = {.count = 0};
    if (!PyArg_ParseTuple(args, "Oip:fill_endgame", &values, &part, &use_pext))
        return NULL;
    if (part < 0 || part >= endgame_parts())
        return PyErr_Format(PyExc_ValueError, "there is no part %d", part);
    uint8_t *filled = open_view(&held, values, 1, (Py_ssize_t)endgame_bytes(&state->index),
                                "endgame");
    if (filled) {
        Py_BEGIN_ALLOW_THREADS
        fill_part(&state->index, filled, part, use_pext && state->has_pext);
        Py_END_ALLOW_THREADS
    }
    release(&held);
    return filled ? Py_NewRef(Py_None) : NULL;
}

/* ---- positions and deals ------------------------------------------------------------------- */

typedef struct {
    const char *hands;
    const int8_t *trumps;
    const int8_t *leaders;
    int8_t *tricks;
    char *best; /* NULL: not asked for */
    int answer;
} position_arrays;

static const char *solve_positions(fast_search *search, const position_arrays *given,
                                   Py_ssize_t count, Py_ssize_t *index)
{
    for (*index = 0; *index < count; ++*index) {
        uint64_t hands[SEATS], best = 0;
        int trump = given->trumps[*index], leader = given->leaders[*index];
        read_hands(hands, given->hands, *index, SEATS);
        const char *fault = deal_fault(hands, trump, leader);
        if (fault)
            return fault;
        given->tricks[*index] = (int8_t)solve_deal(search, hands, trump, leader, given->answer,
                                                   given->best ? &best : NULL);
        if (given->best)
            memcpy(given->best + *index * (Py_ssize_t)sizeof best, &best, sizeof best);
    }
    return NULL;
}

/* Open the arrays of fast_positions; the number of positions, -1 with an exception set. */
static Py_ssize_t open_positions(views *held, PyObject *const objects[5], position_arrays *given)
{
    given->hands = open_view(held, objects[0], 0, -1, "hands");
    if (!given->hands)
        return -1;
    Py_ssize_t count = length_of(held) / (Py_ssize_t)(SEATS * sizeof(uint64_t));
    if (length_of(held) % (Py_ssize_t)(SEATS * sizeof(uint64_t))) {
        PyErr_SetString(PyExc_ValueError, "hands must be four masks a position");
        return -1;
    }
    given->trumps = open_view(held, objects[1], 0, count, "trumps");
    given->leaders = given->trumps ? open_view(held, objects[2], 0, count, "leaders") : NULL;
    given->tricks = given->leaders ? open_view(held, objects[3], 1, count, "tricks") : NULL;
    given->best = NULL;
    if (given->tricks && objects[4] != Py_None) {
        given->best = open_view(held, objects[4], 1, count * (Py_ssize_t)sizeof(uint64_t), "best");
        return given->best ? count : -1;
    }
    return given->tricks ? count : -1;
}

PyObject *kernel_fast_positions(PyObject *module, PyObject *args)
{
    PyObject *objects[5], *values, *memory, *result = NULL;
    position_arrays given;
    int use_pext;
    Py_ssize_t index = 0;
    views held = {.count = 0};
    fast_search search;
    if (!PyArg_ParseTuple(args, "OOOOOpOOp:fast_positions", &objects[0], &objects[1], &objects[2],
                          &objects[3], &objects[4], &given.answer, &values, &memory, &use_pext))
        return NULL;
    Py_ssize_t count = open_positions(&held, objects, &given);
    if (count >= 0 && open_search(&held, module, values, memory, use_pext, &search)) {
        const char *fault;
        Py_BEGIN_ALLOW_THREADS
        fault = solve_positions(&search, &given, count, &index);
        Py_END_ALLOW_THREADS
        result = report(fault, index, "position", search.spent);
    }
    release(&held);
    return result;
}

static const char *solve_deals(fast_search *search, const char *all_hands, const int8_t *upcards,
                               int8_t *results, int answer, Py_ssize_t count, Py_ssize_t *index)
{
    for (*index = 0; *index < count; ++*index) {
        uint64_t hands[SEATS];
        int upcard = upcards[*index];
        read_hands(hands, all_hands, *index, SEATS);
        const char *fault = upcard_fault(hands, upcard);
        if (fault)
            return fault;
        solve_positions_of_deal(search, hands, upcard, answer,
                                results + *index * POSITION_COLUMNS);
    }
    return NULL;
}

PyObject *kernel_fast_deals(PyObject *module, PyObject *args)
{
    PyObject *hands, *upcards, *results, *values, *memory, *result = NULL;
    int answer, use_pext;
    Py_ssize_t index = 0;
    views held = {.count = 0};
    fast_search search;
    if (!PyArg_ParseTuple(args, "OOOpOOp:fast_deals", &hands, &upcards, &results, &answer, &values,
                          &memory, &use_pext))
        return NULL;
    const int8_t *turned = open_view(&held, upcards, 0, -1, "upcards");
    Py_ssize_t count = turned ? length_of(&held) : 0;
    const char *dealt = turned ? open_view(&held, hands, 0,
                                           count * (Py_ssize_t)(SEATS * sizeof(uint64_t)), "hands")
                               : NULL;
    int8_t *written = dealt ? open_view(&held, results, 1, count * POSITION_COLUMNS, "results")
                            : NULL;
    if (written && open_search(&held, module, values, memory, use_pext, &search)) {
        const char *fault;
        Py_BEGIN_ALLOW_THREADS
        fault = solve_deals(&search, dealt, turned, written, answer, count, &index);
        Py_END_ALLOW_THREADS
        result = report(fault, index, "deal", search.spent);
    }
    release(&held);
    return result;
}

/* ---- moves --------------------------------------------------------------------------------- */

/* The buffers of solve_moves in the order of its arguments.  Only hands and values must have a
 * row for each position; one row of another serves all. */
enum { HELD, SUITS, PLAYED, LEADERS, OUT, VALUES, MOVE_VIEWS };

typedef struct {
    char *memory[MOVE_VIEWS];
    Py_ssize_t step[MOVE_VIEWS]; /* bytes from row to row */
    Py_ssize_t count;
} move_arrays;

static moment moment_at(const move_arrays *given, Py_ssize_t index)
{
    const int8_t *row[MOVE_VIEWS];
    moment copy;
    for (int which = 0; which < MOVE_VIEWS; which++)
        row[which] = (const int8_t *)given->memory[which] + index * given->step[which];
    read_hands(copy.hands, given->memory[HELD], index, SEATS);
    memcpy(copy.trick, row[PLAYED], SEATS);
    copy.trump = *row[SUITS];
    copy.leader = *row[LEADERS];
    copy.out_mask = *row[OUT];
    return copy;
}

static const char *solve_moments(fast_search *search, const move_arrays *given, Py_ssize_t *index)
{
    for (*index = 0; *index < given->count; ++*index) {
        const moment now = moment_at(given, *index);
        const char *fault = moment_fault(&now);
        if (fault)
            return fault;
        solve_moves(search, &now, (int8_t *)given->memory[VALUES] + *index * FULL_HAND);
    }
    return NULL;
}

static int open_moves(views *held, PyObject *const objects[MOVE_VIEWS], move_arrays *given)
{
    static const char *const names[MOVE_VIEWS] = {"hands",   "trumps",      "tricks",
                                                  "leaders", "sitting_out", "values"};
    static const Py_ssize_t width[MOVE_VIEWS] = {SEATS * sizeof(uint64_t), 1, SEATS, 1, 1,
                                                 FULL_HAND};
    for (int which = 0; which < MOVE_VIEWS; which++) {
        int may_be_one = which != HELD && which != VALUES;
        given->memory[which] = open_view(held, objects[which], which == VALUES, -1, names[which]);
        if (!given->memory[which])
            return 0;
        Py_ssize_t length = length_of(held);
        if (which == HELD)
            given->count = length / width[HELD];
        if (length != given->count * width[which] && !(may_be_one && length == width[which])) {
            PyErr_Format(PyExc_ValueError, "%s must have %zd bytes%s, not %zd", names[which],
                         given->count * width[which], may_be_one ? ", or one row" : "", length);
            return 0;
        }
        given->step[which] = length == given->count * width[which] ? width[which] : 0;
    }
    return 1;
}

PyObject *kernel_solve_moves(PyObject *module, PyObject *args)
{
    PyObject *objects[MOVE_VIEWS], *values, *memory, *result = NULL;
    int use_pext;
    Py_ssize_t index = 0;
    views held = {.count = 0};
    move_arrays given = {.count = 0};
    fast_search search;
    if (!PyArg_ParseTuple(args, "OOOOOOOOp:solve_moves", &objects[HELD], &objects[SUITS],
                          &objects[PLAYED], &objects[LEADERS], &objects[OUT], &objects[VALUES],
                          &values, &memory, &use_pext))
        return NULL;
    if (open_moves(&held, objects, &given) &&
        open_search(&held, module, values, memory, use_pext, &search)) {
        const char *fault;
        Py_BEGIN_ALLOW_THREADS
        fault = solve_moments(&search, &given, &index);
        Py_END_ALLOW_THREADS
        result = report(fault, index, "position", search.spent);
    }
    release(&held);
    return result;
}

/* ---- plans --------------------------------------------------------------------------------- */

/* The buffers of a plan in the order of its arguments. */
enum { HANDS, UPCARDS, ALLOWED, QUESTIONS, DISCARDS, DISCARD, TRICKS, BEST, PLAN_VIEWS };

static const char *solve_plan(plan *asked, char *const memory[PLAN_VIEWS], Py_ssize_t count,
                              Py_ssize_t *index)
{
    int width = asked->hand_size + 1, questions = asked->question_count;
    const int8_t *upcards = (const int8_t *)memory[UPCARDS];
    for (*index = 0; *index < count; ++*index) {
        uint64_t hands[MAX_PLAYERS], allowed_mask, best = 0;
        read_hands(hands, memory[HANDS], *index, asked->players);
        read_hands(&allowed_mask, memory[ALLOWED], *index, 1);
        for (int number = 0; number < questions; number++) {
            Py_ssize_t at = *index * questions + number;
            answer given = {(int8_t *)memory[DISCARDS] + at * width,
                            (int8_t *)memory[DISCARD] + at, (int8_t *)memory[TRICKS] + at, &best};
            const char *fault = answer_question(asked, number, hands, upcards[*index],
                                                allowed_mask, &given);
            if (fault)
                return fault;
            memcpy(memory[BEST] + at * (Py_ssize_t)sizeof best, &best, sizeof best);
        }
    }
    return NULL;
}

/* Copy and check the questions; room is for MOST_QUESTIONS. */
static int read_questions(views *held, PyObject *object, plan *asked, question *copy)
{
    const char *given = open_view(held, object, 0, -1, "questions");
    if (!given)
        return 0;
    size_t length = (size_t)length_of(held);
    if (length % sizeof *copy || length > MOST_QUESTIONS * sizeof *copy) {
        PyErr_SetString(PyExc_ValueError, "questions must have 5 bytes each, at most 4096 in all");
        return 0;
    }
    memcpy(copy, given, length);
    asked->question_count = (int)(length / sizeof *copy);
    asked->questions = copy;
    const char *fault = plan_fault(asked);
    if (fault)
        PyErr_SetString(PyExc_ValueError, fault);
    return !fault;
}

static int open_plan(views *held, PyObject *const objects[PLAN_VIEWS], const plan *asked,
                     char *memory[PLAN_VIEWS], Py_ssize_t *count)
{
    static const char *const names[PLAN_VIEWS] = {"hands",    "upcards", "allowed", "questions",
                                                  "discards", "discard", "tricks",  "best"};
    memory[UPCARDS] = open_view(held, objects[UPCARDS], 0, -1, "upcards");
    if (!memory[UPCARDS])
        return 0;
    *count = length_of(held);
    const Py_ssize_t word = sizeof(uint64_t), answers = *count * asked->question_count;
    const Py_ssize_t lengths[PLAN_VIEWS] = {*count * asked->players * word,
                                            0,
                                            *count * word,
                                            0,
                                            answers * (asked->hand_size + 1),
                                            answers,
                                            answers,
                                            answers * word};
    for (int which = 0; which < PLAN_VIEWS; which++)
        if (which != UPCARDS && which != QUESTIONS) {
            memory[which] = open_view(held, objects[which], which >= DISCARDS, lengths[which],
                                      names[which]);
            if (!memory[which])
                return 0;
        }
    return 1;
}

/* The table of the general search: whole entries behind the first aligned address. */
static int open_table(views *held, PyObject *object, table *memory)
{
    char *start = open_view(held, object, 1, -1, "table");
    if (!start)
        return 0;
    size_t skipped = (0 - (uintptr_t)start) % sizeof(table_entry);
    size_t length = (size_t)length_of(held);
    size_t count = length > skipped ? (length - skipped) / sizeof(table_entry) : 0;
    memory->entries = count ? (table_entry *)(start + skipped) : NULL;
    memory->count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    return 1;
}

PyObject *kernel_solve_plan(PyObject *module, PyObject *args)
{
    PyObject *objects[PLAN_VIEWS], *values, *scratch, *general, *result = NULL;
    char *memory[PLAN_VIEWS];
    int use_pext;
    Py_ssize_t count, index = 0;
    views held = {.count = 0};
    plan asked = {0};
    fast_search search = {0};
    table table_memory;
    question questions[MOST_QUESTIONS];
    if (!PyArg_ParseTuple(args, "iiOOOOOOOOOOOp:solve_plan", &asked.players, &asked.hand_size,
                          &objects[HANDS], &objects[UPCARDS], &objects[ALLOWED],
                          &objects[QUESTIONS], &objects[DISCARDS], &objects[DISCARD],
                          &objects[TRICKS], &objects[BEST], &values, &scratch, &general,
                          &use_pext))
        return NULL;
    if (read_questions(&held, objects[QUESTIONS], &asked, questions) &&
        open_plan(&held, objects, &asked, memory, &count) &&
        open_table(&held, general, &table_memory) &&
        (values == Py_None || open_search(&held, module, values, scratch, use_pext, &search))) {
        const char *fault;
        asked.fast = values == Py_None ? NULL : &search;
        asked.memory = &table_memory;
        Py_BEGIN_ALLOW_THREADS
        fault = solve_plan(&asked, memory, count, &index);
        Py_END_ALLOW_THREADS
        search.spent.nodes += asked.nodes;
        result = report(fault, index, "deal", search.spent);
    }
    release(&held);
    return result;
}
