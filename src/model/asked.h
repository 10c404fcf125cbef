/* The condition of an #if in a header, asked again in front of a function. */
#ifndef KP_MODEL_ASKED_H
#define KP_MODEL_ASKED_H

#include "front/branches.h"
#include "front/place.h"
#include "kp.h"

/* A condition for an #if in front of the function that is true in every build in which the group of
 * that file does not take the branch, and false in this build; NULL: there is none, as a name may
 * have another meaning there than at the group, or as the host's pass, which cannot be asked, may
 * take another branch; with `of_device` it may. */
const char *kp_other_branch(struct kp_unit *u, const struct kp_sym *function, size_t file,
                            const struct kp_branch_group *g, int branch, bool of_device);
/* language.c: a condition that is true in a build by a version of the language which may make
 * something else of what the function names; NULL: none may. */
const char *kp_other_language(struct kp_unit *u, const struct kp_sym *function);
/* compilers.c: true if the group's conditions hang on a name that compilers or the system's headers
 * define, so that nvcc may take another branch than the parser took. Cached. */
bool kp_differs_by_compiler(struct kp_unit *u, size_t file, const struct kp_branch_group *g);
/* True if the output is for one build, and its conditions have the same answer in all passes and
 * for all architectures: the one that the parser gave. */
bool kp_one_build_settles(struct kp_unit *u, size_t file, const struct kp_branch_group *g);
/* True if a name is one by which the compiler's passes and architectures differ. */
bool kp_names_architecture(const struct kp_words *names);
/* True if the directive includes that file of the parse. */
bool kp_is_inclusion_of(struct kp_unit *u, const struct kp_inclusion *in, size_t file);
/* True if the place, as it is first read, is not in front of the source's beginning. */
bool kp_is_behind_beginning(struct kp_unit *u, size_t file, uint32_t at);
/* True if a text that any build reads defines or undefines one of the names. */
bool kp_is_said_in_text(struct kp_unit *u, const struct kp_words *names);
/* True if compilers, the system's headers or stand-ins for headers may define the name. */
bool kp_is_of_environment(struct kp_unit *u, const char *name);
/* The include guard around the whole file, or around all that it declares; NULL: there is none.
 * Cached. */
const struct kp_include_guard *kp_guard_around(struct kp_unit *u, size_t file);
/* True if the group is that guard, and its name is nothing or a number. */
bool kp_is_guard_group(struct kp_unit *u, size_t file, const struct kp_branch_group *g);
/* The condition of a line #if, #ifdef or #elif as one line, without comments. */
const char *kp_asked_text(struct kp_unit *u, const char *s, struct kp_span line);

#endif
