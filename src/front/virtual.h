/* Files that exist only for the parser: the CUDA prelude, and empty files that hide real headers.
 */
#ifndef KP_FRONT_VIRTUAL_H
#define KP_FRONT_VIRTUAL_H

#include <stddef.h>

#include "kp.h"

/* A folder that exists on no machine; a path that begins with it is a virtual file. */
#define KP_VIRTUAL_ROOT "/.kpipe-virtual/"
#define KP_PRELUDE_PATH KP_VIRTUAL_ROOT "prelude.h"
#define KP_PREAMBLE_PATH KP_VIRTUAL_ROOT "preamble.h" /* the #includes of parse_preamble.c */
#define KP_CUDA_FOLDER KP_VIRTUAL_ROOT "cuda"
#define KP_C_FOLDER KP_VIRTUAL_ROOT "c"
#define KP_TORCH_FOLDER KP_VIRTUAL_ROOT "torch"

/* CUDA's own headers, by the names in #includes; the prelude replaces all of them. */
extern const char *const kp_cuda_headers[]; /* ends with NULL */
/* Headers of the C library that the prelude replaces when system headers are left out. */
extern const char *const kp_c_headers[]; /* ends with NULL */

/* PyTorch's headers, replaced by names and types (torch.h in this folder) for extensions that are
 * analysed without PyTorch. `-idirafter KP_TORCH_FOLDER` makes real ones take precedence. */
extern const char *const kp_torch_headers[]; /* ends with NULL */

/* The input's name for libclang: a path that cannot be taken for an option or searched in include
 * folders. */
const char *kp_file_name_for(struct kp_arena *a, const char *path);
const char *kp_main_name(const struct kp_unit *u);

#endif
