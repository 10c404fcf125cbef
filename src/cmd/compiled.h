/* How a command's files are compiled: the options that say so, and what projects say. */
#ifndef KP_CMD_COMPILED_H
#define KP_CMD_COMPILED_H

#include "cmd/flags.h"
#include "front/origin.h"

/* -I, -D, -U or -isystem with its value; `words` are what stood behind `--`. */
void kp_compiler_option(struct kp_settings *s, const char *option, const char *value);
void kp_compiler_words(struct kp_settings *s, int n, char **words);

/* argv with `-isystem` spelled as the long option that getopt knows. */
char **kp_spell_options(struct kp_arena *a, int argc, char **argv);

/* What holds for a file, found once; what a user should know is said once. The project file is that
 * of the settings, or the nearest one. NULL with *error set. */
const struct kp_origin *kp_origin_of(struct kp_settings *s, const char *path, const char **error);

/* Of a header that was asked for so: the sources that it is seen from; NULL: none. */
const struct kp_includers *kp_includers_of(const struct kp_settings *s, const char *path);

/* The settings' flags become those of the file; false after a complaint. */
bool kp_use_origin(struct kp_settings *s, const char *path);

/* The default architecture that a file is built for. */
void kp_settle_arch(struct kp_settings *s, const struct kp_rules *rules);

#endif
