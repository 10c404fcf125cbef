/* Findings in the formats of other programs. Of each file there is one line of JSON (a row); all of
 * them together are written when the last file has been read. */
#ifndef KP_CMD_FORMAT_H
#define KP_CMD_FORMAT_H

#include <jansson.h>

#include "cmd/cmd.h"

/* Are the rows collected? Else each file says its own, as text or JSON. */
bool kp_is_collected(const struct kp_settings *s);

/* A file's row: `file`, and `findings` or `error`. A place has no `character` where the column is
 * not known; `passed` names tests that found nothing. The first findings have fixes, where asked
 * for.
 */
const char *kp_finding_row(const struct kp_unit *u, const struct kp_findings *list, bool has_fixes);
const char *kp_failure_row(const struct kp_unit *u);
/* One of them, without its fix. */
json_t *kp_finding_json(const struct kp_unit *u, const struct kp_finding *f);
/* The edits that pipeline its loop and no other, or null. Where others can be pipelined, too, the
 * passes run again for it. */
json_t *kp_finding_fix(const struct kp_unit *u, const struct kp_finding *f);

/* kp_each_file(), with what it collects written behind it. */
int kp_each_file_reported(struct kp_settings *s, const struct kp_rules *rules,
                          int (*one)(struct kp_settings *s, const struct kp_rules *rules,
                                     const char *path));

/* Rows (an array) in the settings' format, on standard output. */
void kp_write_rows(const struct kp_settings *s, const json_t *rows);

/* ---- shared by the formats --------------------------------------------------------------------
 */

const char *kp_text_in(const json_t *o, const char *key); /* "" when there is none */
json_int_t kp_number_in(const json_t *o, const char *key);
/* "'sgemm': can be pipelined, .." */
const char *kp_message_of(struct kp_arena *a, const json_t *finding);
/* The finding's own place. */
const json_t *kp_first_place(const json_t *finding);
/* A path as these programs want it: relative where it is below the working folder. */
const char *kp_shown_path(struct kp_arena *a, const char *path);

void kp_write_sarif(const struct kp_settings *s, const json_t *rows);

#endif
