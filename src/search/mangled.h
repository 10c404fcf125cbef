/* Template arguments in mangled names (Itanium C++ ABI, 5.1.5 <template-args>). */
#ifndef KP_MANGLED_H
#define KP_MANGLED_H

#include <stdbool.h>
#include <stddef.h>

/* The template arguments after the function's name, such as `ILi64EfE`: a pointer to them and *n,
 * their length, 0 when there are none. NULL when the function's name is not found, or when an
 * argument is not a number, an enumerator or a type whose name is the same in every namespace. */
const char *kp_mangled_args(const char *mangled, const char *function, size_t *n);

/* True for the same name; of two builds of a file in different folders, whose unnamed namespaces
 * have different names. */
bool kp_same_mangled(const char *a, const char *b);

#endif
