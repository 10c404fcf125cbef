/* The project file `.kpipe.ini` (docs/user/project-file.md). What it states is taken as true, and
 * every message about a rewrite that depends on it names it. */
#ifndef KP_RULE_CONFIG_H
#define KP_RULE_CONFIG_H

#include <stdio.h>

#include "rule/rule.h"
#include "util/vec.h"

/* An entry of [options]: a command's option by its long name. */
struct kp_config_option {
    const char *name, *value;
    const char *place; /* "FILE:LINE:COLUMN" of the value */
};

struct kp_config;

/* Parses a project file. NULL with *error = "FILE:LINE:COLUMN: what" at the first invalid entry.
 * Everything is in the arena. */
struct kp_config *kp_config_read(struct kp_arena *a, const char *file, const char *text,
                                 const char **error);
const char *kp_config_file(const struct kp_config *c);
const struct kp_config_option *kp_config_options(const struct kp_config *c, size_t *n);

/* The rules, preceded by those of [calls]. */
const struct kp_rules *kp_rules_with(struct kp_arena *a, const struct kp_rules *rules,
                                     const struct kp_config *c);

/* The place ("FILE:LINE") that states that nothing else in the kernel reaches the memory of this
 * parameter, or how many threads a block has; NULL: none. A NULL config is allowed. */
const char *kp_config_no_alias(const struct kp_config *c, const char *kernel, const char *param);
const char *kp_config_block(const struct kp_config *c, const char *kernel, uint32_t *threads);

/* A line of [flags]: compiler arguments, their place "FILE:LINE", and the folder for relative
 * names. */
struct kp_config_flag {
    const char *text, *said, *folder;
};

KP_VEC_TYPE(kp_config_flags, struct kp_config_flag);

/* Adds the lines of [flags] for a file (absolute path), in order. A NULL config is allowed. */
void kp_config_flags(struct kp_arena *a, const struct kp_config *c, const char *file,
                     struct kp_config_flags *to);
/* The place of the [exclude] entry that names the file or a folder that contains it; NULL: none. */
const char *kp_config_excludes(struct kp_arena *a, const struct kp_config *c, const char *file,
                               bool is_folder);
/* The next list of template arguments, "64, float", that [instances] gives for a kernel. *at is 0
 * for the first call; NULL at the end. */
const char *kp_config_instance(const struct kp_config *c, const char *kernel, size_t *at);

/* Prints the project file as it was understood. */
void kp_config_dump(FILE *to, const struct kp_config *c);

#endif
