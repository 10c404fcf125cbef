/* Shared by the files that write the kernels of tools/gpu-semantics. */
#ifndef KP_TESTS_SEMANTICS_H
#define KP_TESTS_SEMANTICS_H

#include <stdint.h>
#include <stdio.h>

/* Every kernel runs with THREADS threads; thread t reads OPERANDS words of 64 bits from in[t] and
 * writes one to out[t]. */
enum { THREADS = 2048, BLOCK = 128, OPERANDS = 8 };

struct generator {
    const char *folder;
    unsigned n;
    FILE *names;
};

/* A kernel called `name` in messages: its head, with the addresses of the thread's operands (%a4)
 * and result (%a5), the thread's number (%t4) and registers %p %h %r %d %f, %t5 to %t8 free. */
FILE *semantics_begin(struct generator *g, const char *name);
/* Operand k into register number k of its width: 'p' predicate, 'h' 16, 'r' 32, 'd' 64 bits. */
void semantics_fetch(FILE *f, unsigned k, char width);
/* The end: register 9 of its width is the result. */
void semantics_deliver(FILE *f, char width);

void semantics_scalars(struct generator *g);  /* ops.def, conversions */
void semantics_matrices(struct generator *g); /* mma, wmma, ldmatrix */
void semantics_threads(struct generator *g);  /* warp-wide, atomics, mbarriers */

#endif
