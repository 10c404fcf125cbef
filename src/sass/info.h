/* Attributes of kernels: the .nv.info sections. */
#ifndef KP_SASS_INFO_H
#define KP_SASS_INFO_H

#include "sass/elf.h"

/* Fills the attributes of the kernel whose code is in section number `text`. Unknown attributes are
 * skipped; false with *error set when a section is damaged. */
bool kp_info_read(struct kp_arena *a, const struct kp_elf *elf, uint32_t text,
                  struct kp_sass_kernel *k, const char **error);

#endif
