/* Folders of headers that no option names. One is guessed where exactly one file of the project has
 * the name of an #include that finds none, or exactly one of the folders above the source and their
 * `include` has such a file, and where the folder changes what no other #include finds. */
#ifndef KP_FRONT_GUESS_H
#define KP_FRONT_GUESS_H

#include "front/command.h"

struct kp_guesses; /* a cache of the projects' files */

struct kp_guesses *kp_guesses_new(struct kp_arena *a);

/* Adds to `to` the folders (real paths) for the source `file` (real), which is compiled with the
 * arguments `args`. */
void kp_guess_folders(struct kp_guesses *g, const char *file, const struct kp_args *args,
                      struct kp_texts *to);

/* The folder of the project that the file lies in: that of the repository, else the highest not far
 * above with a mark of one, else that of the file. NULL: the file is not there. */
char *kp_project_of(struct kp_arena *a, const char *file);

/* True if an #include of the name means a header of the system, of CUDA or of a library. */
bool kp_is_systems_header(struct kp_arena *a, const char *name);

#endif
