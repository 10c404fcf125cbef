/* What a user says about a project: `.kpipe.ini` (docs/project-file.md). Its word is taken, and
 * every rewrite that rests on it says so. */
#ifndef KP_RULE_CONFIG_H
#define KP_RULE_CONFIG_H

#include <stdio.h>

#include "rule/rule.h"

/* An entry of [options]: a command's option by its long name. */
struct kp_config_option {
    const char *name, *value;
    const char *name_place, *place; /* "FILE:LINE:COLUMN" of the name and of the value */
};

struct kp_config;

/* The parsed text; NULL and *error = "FILE:LINE:COLUMN: what" at the first entry that makes no
 * sense. Everything lies in the arena. */
struct kp_config *kp_config_read(struct kp_arena *a, const char *file, const char *text,
                                 const char **error);
const char *kp_config_file(const struct kp_config *c);
const struct kp_config_option *kp_config_options(const struct kp_config *c, size_t *n);

/* The rules and, asked before them, what [calls] says. */
const struct kp_rules *kp_rules_with(struct kp_arena *a, const struct kp_rules *rules,
                                     const struct kp_config *c);

/* The rest, for a NULL config too. Who says so ("FILE:LINE"), or NULL: that nothing else in the
 * kernel reaches the memory behind this parameter; how many threads a block of the kernel has. */
const char *kp_config_no_alias(const struct kp_config *c, const char *kernel, const char *param);
const char *kp_config_block(const struct kp_config *c, const char *kernel, uint32_t *threads);

/* The file again, as it was understood. */
void kp_config_dump(FILE *to, const struct kp_config *c);

#endif
