/* Entry points by their mangled names (Itanium C++ ABI, 5.1.5 <template-args>). */
#ifndef KP_MANGLED_H
#define KP_MANGLED_H

#include <stddef.h>

/* The template arguments after the function's own name, `ILi64EfE`: where they begin, and how many
 * characters they are; 0 when it has none. NULL when the name is not in there, or they are not all
 * numbers, enumerators and types whose names say the same in every namespace. */
const char *kp_mangled_args(const char *mangled, const char *function, size_t *n);

#endif
