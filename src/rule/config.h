/* What a user says about a project: `.kpipe.ini` (docs/user/project-file.md). Its word is taken,
 * and every rewrite that rests on it says so. */
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

/* The parsed text; NULL and *error = "FILE:LINE:COLUMN: what" at the first entry that makes no
 * sense. Everything is in the arena. */
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

/* A line of [flags]: a compiler's arguments, and where relative names among them begin. */
struct kp_config_flag {
    const char *text, *said, *folder;
};

KP_VEC_TYPE(kp_config_flags, struct kp_config_flag);

/* Those for a file (absolute), in the order of the lines. For a NULL config too. */
void kp_config_flags(struct kp_arena *a, const struct kp_config *c, const char *file,
                     struct kp_config_flags *to);
/* Does [exclude] name it, or a folder that it is in? Who says so, or NULL. */
const char *kp_config_excludes(struct kp_arena *a, const struct kp_config *c, const char *file,
                               bool is_folder);
/* The template arguments that [instances] says a kernel is run with, "64, float", one after the
 * other (*at begins with 0); NULL at the end. */
const char *kp_config_instance(const struct kp_config *c, const char *kernel, size_t *at);

/* The file again, as it was understood. */
void kp_config_dump(FILE *to, const struct kp_config *c);

#endif
