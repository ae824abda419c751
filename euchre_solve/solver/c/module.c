/* `euchre_solve.solver._kernel`: the search of search.c for Python, against the limited API.
 *
 * Positions come packed, one `position` of search.h after another, in any contiguous buffer;
 * results go into writable buffers.  Everything is validated: bad arguments raise ValueError,
 * whatever the bytes.  The GIL is released during a search. */
#include "module.h"

#include <string.h>

#include "search.h"

_Static_assert(sizeof(position) == 72, "kernel.py packs positions of 72 bytes");
_Static_assert(sizeof(table_entry) == 64, "kernel.py sizes tables in entries of 64 bytes");

/* The buffers of one call; `view[i].obj` is NULL where nothing was acquired. */
enum { POSITIONS, TRICKS, BEST, TABLE, VIEWS };

typedef struct {
    Py_buffer view[VIEWS];
    table memory;
} buffers;

static void release(buffers *held)
{
    for (int index = 0; index < VIEWS; index++)
        if (held->view[index].obj)
            PyBuffer_Release(&held->view[index]);
}

static int acquire(buffers *held, int which, PyObject *object)
{
    int flags = which == POSITIONS ? PyBUF_SIMPLE : PyBUF_WRITABLE;
    return PyObject_GetBuffer(object, &held->view[which], flags) == 0;
}

/* As many whole entries as fit behind the first aligned address; the rest stays unused. */
static void set_table(buffers *held)
{
    uintptr_t start = (uintptr_t)held->view[TABLE].buf;
    uintptr_t skipped = (0 - start) % sizeof(table_entry);
    size_t length = (size_t)held->view[TABLE].len;
    size_t count = length > skipped ? (length - skipped) / sizeof(table_entry) : 0;
    held->memory.entries = count ? (table_entry *)(start + skipped) : NULL;
    held->memory.count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static position position_at(const buffers *held, Py_ssize_t index)
{
    position copy; /* a copy: the bytes may change under us once the GIL is released */
    memcpy(&copy, (const char *)held->view[POSITIONS].buf + index * (Py_ssize_t)sizeof copy,
           sizeof copy);
    return copy;
}

static int has_length(const buffers *held, int which, Py_ssize_t length, const char *name)
{
    if (held->view[which].len == length)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s must have %zd bytes, not %zd", name, length,
                 held->view[which].len);
    return 0;
}

/* Solve `count` positions into the result buffers; the fault that stopped it, or NULL. */
static const char *solve_all(const buffers *held, Py_ssize_t count, Py_ssize_t *index,
                             uint64_t *nodes)
{
    int8_t *tricks = held->view[TRICKS].buf;
    char *best = held->view[BEST].obj ? held->view[BEST].buf : NULL;
    for (*index = 0; *index < count; (*index)++) {
        const position given = position_at(held, *index);
        const char *fault = position_fault(&given);
        if (fault)
            return fault;
        if (best) {
            uint64_t mask;
            tricks[*index] = (int8_t)solve_best(&given, &held->memory, &mask, nodes);
            memcpy(best + *index * (Py_ssize_t)sizeof mask, &mask, sizeof mask);
        } else {
            tricks[*index] = (int8_t)solve_tricks(&given, &held->memory, nodes);
        }
    }
    return NULL;
}

static PyObject *run_all(buffers *held)
{
    Py_ssize_t length = held->view[POSITIONS].len;
    Py_ssize_t count = length / (Py_ssize_t)sizeof(position);
    Py_ssize_t index = 0;
    uint64_t nodes = 0;
    const char *fault;
    if (!has_length(held, POSITIONS, count * (Py_ssize_t)sizeof(position), "positions") ||
        !has_length(held, TRICKS, count, "tricks") ||
        (held->view[BEST].obj &&
         !has_length(held, BEST, count * (Py_ssize_t)sizeof(uint64_t), "best")))
        return NULL;
    set_table(held);
    Py_BEGIN_ALLOW_THREADS
    fault = solve_all(held, count, &index, &nodes);
    Py_END_ALLOW_THREADS
    if (fault)
        return PyErr_Format(PyExc_ValueError, "position %zd: %s", index, fault);
    return PyLong_FromUnsignedLongLong(nodes);
}

static PyObject *kernel_solve_tricks(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *positions, *tricks, *memory, *result = NULL;
    buffers held;
    memset(&held, 0, sizeof held);
    if (!PyArg_ParseTuple(args, "OOO:solve_tricks", &positions, &tricks, &memory))
        return NULL;
    if (acquire(&held, POSITIONS, positions) && acquire(&held, TRICKS, tricks) &&
        acquire(&held, TABLE, memory))
        result = run_all(&held);
    release(&held);
    return result;
}

static PyObject *kernel_solve_best(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *positions, *tricks, *best, *memory, *result = NULL;
    buffers held;
    memset(&held, 0, sizeof held);
    if (!PyArg_ParseTuple(args, "OOOO:solve_best", &positions, &tricks, &best, &memory))
        return NULL;
    if (acquire(&held, POSITIONS, positions) && acquire(&held, TRICKS, tricks) &&
        acquire(&held, BEST, best) && acquire(&held, TABLE, memory))
        result = run_all(&held);
    release(&held);
    return result;
}

static PyObject *run_cards(buffers *held)
{
    if (!has_length(held, POSITIONS, (Py_ssize_t)sizeof(position), "position") ||
        !has_length(held, TRICKS, CARD_COUNT, "values"))
        return NULL;
    const position given = position_at(held, 0);
    const char *fault = position_fault(&given);
    uint64_t nodes = 0;
    int8_t values[CARD_COUNT];
    if (fault)
        return PyErr_Format(PyExc_ValueError, "position 0: %s", fault);
    set_table(held);
    Py_BEGIN_ALLOW_THREADS
    solve_cards(&given, &held->memory, values, &nodes);
    Py_END_ALLOW_THREADS
    memcpy(held->view[TRICKS].buf, values, sizeof values);
    return PyLong_FromUnsignedLongLong(nodes);
}

static PyObject *kernel_solve_cards(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *positions, *values, *memory, *result = NULL;
    buffers held;
    memset(&held, 0, sizeof held);
    if (!PyArg_ParseTuple(args, "OOO:solve_cards", &positions, &values, &memory))
        return NULL;
    if (acquire(&held, POSITIONS, positions) && acquire(&held, TRICKS, values) &&
        acquire(&held, TABLE, memory))
        result = run_cards(&held);
    release(&held);
    return result;
}

/* Ask of each position whether side A takes `need` tricks, up to the first that does if wanted. */
static PyObject *run_reach(buffers *held, int need, int only_first)
{
    Py_ssize_t count = held->view[POSITIONS].len / (Py_ssize_t)sizeof(position);
    if (!has_length(held, POSITIONS, count * (Py_ssize_t)sizeof(position), "positions") ||
        !has_length(held, TRICKS, count, "flags"))
        return NULL;
    int8_t *flags = held->view[TRICKS].buf;
    const char *fault = NULL;
    Py_ssize_t index = 0;
    uint64_t nodes = 0;
    set_table(held);
    Py_BEGIN_ALLOW_THREADS
    for (; index < count; index++) {
        const position given = position_at(held, index);
        fault = position_fault(&given);
        if (fault)
            break;
        flags[index] = (int8_t)reaches(&given, &held->memory, need, &nodes);
        if (flags[index] && only_first)
            break;
    }
    Py_END_ALLOW_THREADS
    if (fault)
        return PyErr_Format(PyExc_ValueError, "position %zd: %s", index, fault);
    return PyLong_FromUnsignedLongLong(nodes);
}

static PyObject *kernel_reach(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *positions, *flags, *memory, *result = NULL;
    int need, only_first;
    buffers held;
    memset(&held, 0, sizeof held);
    if (!PyArg_ParseTuple(args, "OOiiO:reach", &positions, &flags, &need, &only_first, &memory))
        return NULL;
    if (acquire(&held, POSITIONS, positions) && acquire(&held, TRICKS, flags) &&
        acquire(&held, TABLE, memory))
        result = run_reach(&held, need, only_first);
    release(&held);
    return result;
}

static PyMethodDef methods[] = {
    {"solve_tricks", kernel_solve_tricks, METH_VARARGS,
     "solve_tricks(positions, tricks, table) -> nodes\n\n"
     "Write the tricks of side A of every packed position into `tricks`, one int8 each."},
    {"solve_best", kernel_solve_best, METH_VARARGS,
     "solve_best(positions, tricks, best, table) -> nodes\n\n"
     "As solve_tricks, and into `best` the mask of the optimal cards, one uint64 each."},
    {"solve_cards", kernel_solve_cards, METH_VARARGS,
     "solve_cards(position, values, table) -> nodes\n\n"
     "Write the tricks of side A after each card into `values`, 53 int8; -1: not legal."},
    {"reach", kernel_reach, METH_VARARGS,
     "reach(positions, flags, need, only_first, table) -> nodes\n\n"
     "Write into `flags` 1 for every position where side A takes `need` tricks."},
    {"has_pext", kernel_has_pext, METH_NOARGS,
     "has_pext() -> bool\n\nTell whether the fast search has its instruction."},
    {"endgame_layout", kernel_endgame_layout, METH_NOARGS,
     "endgame_layout() -> (bytes, parts, first part that others do not need, first entries)"},
    {"fill_endgame", kernel_fill_endgame, METH_VARARGS,
     "fill_endgame(endgame, part, use_pext)\n\nFill one part of the tables."},
    {"fast_positions", kernel_fast_positions, METH_VARARGS,
     "fast_positions(hands, trumps, leaders, tricks, best, only_class, endgame, memory, use_pext)"
     " -> (nodes, probes)"},
    {"fast_deals", kernel_fast_deals, METH_VARARGS,
     "fast_deals(hands, upcards, results, only_class, endgame, memory, use_pext)"
     " -> (nodes, probes)"},
    {"solve_moves", kernel_solve_moves, METH_VARARGS,
     "solve_moves(hands, trumps, tricks, leaders, sitting_out, values, endgame, memory, use_pext)"
     " -> (nodes, probes)"},
    {"solve_plan", kernel_solve_plan, METH_VARARGS,
     "solve_plan(players, hand_size, hands, upcards, allowed, questions, discards, discard, "
     "tricks, best, endgame, memory, table, use_pext) -> (nodes, probes)"},
    {NULL, NULL, 0, NULL},
};

static int set_up(PyObject *module)
{
    fill_state(PyModule_GetState(module));
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, set_up}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_doc = "Double-dummy search over packed positions; use euchre_solve.solver.kernel.",
    .m_size = sizeof(kernel_state),
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
