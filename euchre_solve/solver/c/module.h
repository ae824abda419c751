/* What module.c and module_fast.c share. */
#ifndef EUCHRE_SOLVE_MODULE_H
#define EUCHRE_SOLVE_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "endgame.h"

/* Of each module object; written once when it is made. */
typedef struct {
    int has_pext;
    endgame_index index;
} kernel_state;

void fill_state(kernel_state *state);

PyObject *kernel_has_pext(PyObject *module, PyObject *args);
PyObject *kernel_endgame_layout(PyObject *module, PyObject *args);
PyObject *kernel_fill_endgame(PyObject *module, PyObject *args);
PyObject *kernel_fast_positions(PyObject *module, PyObject *args);
PyObject *kernel_fast_deals(PyObject *module, PyObject *args);
PyObject *kernel_solve_moves(PyObject *module, PyObject *args);
PyObject *kernel_solve_plan(PyObject *module, PyObject *args);

#endif
