/* Readable names of kernels. */
#ifndef KP_SASS_NAME_H
#define KP_SASS_NAME_H

#include "util/arena.h"

/* The function's name without its namespaces and parameters, with template arguments that are
 * numbers or plain types: "hgemm_wmma<128, 128, 32>" for
 * _Z10hgemm_wmmaILi128ELi128ELi32EEvPK6__half..; the symbol itself when it is not mangled or of an
 * unknown form. */
const char *kp_sass_name(struct kp_arena *a, const char *symbol);

#endif
