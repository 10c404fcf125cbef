/* The line table of a cubin compiled with -lineinfo. */
#ifndef KP_SASS_LINE_H
#define KP_SASS_LINE_H

#include "sass/elf.h"

struct kp_line_row {
    uint32_t section; /* number of the section with the code */
    uint64_t address;
    const struct kp_sass_place *place; /* NULL: the end of a sequence */
};

struct kp_line_table {
    KP_VEC(struct kp_line_row) rows; /* sorted by section and address */
};

/* Reads the line table; it is empty when the cubin has none. False with *error set when it is
 * damaged. */
bool kp_line_read(struct kp_arena *a, const struct kp_elf *elf, struct kp_line_table *t,
                  const char **error);

/* The place of an address; NULL: not known. */
const struct kp_sass_place *kp_line_place(const struct kp_line_table *t, uint32_t section,
                                          uint64_t address);

#endif
