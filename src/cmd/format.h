/* Findings in the formats of other programs. Each file yields one line of JSON, a row; all rows are
 * written together after the last file. */
#ifndef KP_CMD_FORMAT_H
#define KP_CMD_FORMAT_H

#include <jansson.h>

#include "cmd/cmd.h"

/* True if rows are collected; false if each file prints its findings itself, as text or JSON. */
bool kp_is_collected(const struct kp_settings *s);

/* A file's row: `file`, and `findings` or `error`. A place has no `character` when the column is
 * unknown. `passed` names tests that found nothing. `has_fixes`: the first findings get fixes.
 * NULL, with *error set, when these could not be made. */
const char *kp_finding_row(const struct kp_unit *u, const struct kp_findings *list, bool has_fixes,
                           const char **error);
const char *kp_failure_row(const struct kp_unit *u);
/* One finding, without its fix. */
json_t *kp_finding_json(const struct kp_unit *u, const struct kp_finding *f);
/* The edits that pipeline only the finding's loop, or null. When other loops of the file can be
 * pipelined, the passes run again for this one. *error as of kp_json_edits(). */
json_t *kp_finding_fix(const struct kp_unit *u, const struct kp_finding *f, const char **error);

/* kp_each_file(), and then writes the rows that it collected. */
int kp_each_file_reported(struct kp_settings *s, const struct kp_rules *rules,
                          int (*one)(struct kp_settings *s, const struct kp_rules *rules,
                                     const char *path));

/* Writes the rows (an array) to standard output in the settings' format. */
void kp_write_rows(const struct kp_settings *s, const json_t *rows);

/* ---- shared by the formats --------------------------------------------------------------------
 */

const char *kp_text_in(const json_t *o, const char *key); /* "" when the key is absent */
json_int_t kp_number_in(const json_t *o, const char *key);
/* The message of a finding: "'sgemm': can be pipelined, ..". */
const char *kp_message_of(struct kp_arena *a, const json_t *finding);
/* The finding's own place. */
const json_t *kp_first_place(const json_t *finding);
/* A path as these formats need it: relative if it is below the working folder. */
const char *kp_shown_path(struct kp_arena *a, const char *path);

void kp_write_sarif(const struct kp_settings *s, const json_t *rows);

#endif
