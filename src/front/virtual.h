/* Files that exist only for the parser: the CUDA prelude, and empty ones that hide real headers. */
#ifndef KP_FRONT_VIRTUAL_H
#define KP_FRONT_VIRTUAL_H

#include <stddef.h>

#include "kp.h"

/* A folder that no machine has. The first part of the path is enough to know such a file by. */
#define KP_VIRTUAL_ROOT "/.kpipe-virtual/"
#define KP_PRELUDE_PATH KP_VIRTUAL_ROOT "prelude.h"
#define KP_CUDA_FOLDER KP_VIRTUAL_ROOT "cuda"
#define KP_C_FOLDER KP_VIRTUAL_ROOT "c"
#define KP_TORCH_FOLDER KP_VIRTUAL_ROOT "torch"

/* CUDA's own headers, by the names that sources include: the prelude stands for all of them. */
extern const char *const kp_cuda_headers[]; /* ends with NULL */
/* Headers of the C library that the prelude replaces when system headers are left out. */
extern const char *const kp_c_headers[]; /* ends with NULL */

/* PyTorch's headers, as names and types (torch.h beside this file), for those who look at
 * extensions without it: `-idirafter KP_TORCH_FOLDER` finds them behind real ones. */
extern const char *const kp_torch_headers[]; /* ends with NULL */

/* The name under which libclang knows the input: never an option, never relative to a search path.
 */
const char *kp_file_name_for(struct kp_arena *a, const char *path);
const char *kp_main_name(const struct kp_unit *u);

#endif
