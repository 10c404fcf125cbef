/* How the files of a command are compiled: from its options, databases and project files. */
#ifndef KP_CMD_COMPILED_H
#define KP_CMD_COMPILED_H

#include "cmd/flags.h"
#include "front/origin.h"

/* Stores -I, -D, -U or -isystem with its value, or the words after `--`. */
void kp_compiler_option(struct kp_settings *s, const char *option, const char *value);
void kp_compiler_words(struct kp_settings *s, int n, char **words);

/* A copy of argv in which `-isystem` is spelled as the long option that getopt knows. */
char **kp_spell_options(struct kp_arena *a, int argc, char **argv);

/* How a file is compiled; computed once per file, and notes about it are printed once. The project
 * file is that of the settings, or the nearest one. NULL with *error set. */
const struct kp_origin *kp_origin_of(struct kp_settings *s, const char *path, const char **error);

struct kp_guessed_folder {
    const char *folder;
    size_t files;
};

struct kp_guessed {
    struct kp_guessed_folder *v;
    size_t n, cap;
    size_t files; /* that have any */
};

/* Counts, over the operands, the folders of headers that were guessed. */
void kp_count_guesses(struct kp_settings *s, struct kp_guessed *to);

/* The includers that kp_origin_of() found for a header; NULL: none. */
const struct kp_includers *kp_includers_of(const struct kp_settings *s, const char *path);

/* Sets the flags in the settings to those of the file; false after an error message. */
bool kp_use_origin(struct kp_settings *s, const char *path);

/* Sets the architecture when --arch is not given: the one that the file is built for, or the
 * default. */
void kp_settle_arch(struct kp_settings *s, const struct kp_rules *rules);

#endif
