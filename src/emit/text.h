/* The input as text: lines, indentation, and the text of a span with patches applied. Nothing here
 * depends on loops. */
#ifndef KP_EMIT_TEXT_H
#define KP_EMIT_TEXT_H

#include "front/front.h"
#include "front/lex.h"
#include "kp.h"

/* True if `name` occurs in the text as a name, not in a comment and not as a member. */
bool kp_text_mentions(const char *text, const char *name);

/* Replace a span of the input by text; an empty span inserts. */
struct kp_patch {
    struct kp_span span;
    const char *text;
};

struct kp_patches {
    KP_VEC(struct kp_patch) list;
};

void kp_patch(struct kp_unit *u, struct kp_patches *p, uint32_t begin, uint32_t end,
              const char *text);
/* Inserts text before the earlier insertions at the same place. */
void kp_patch_outer(struct kp_unit *u, struct kp_patches *p, uint32_t at, const char *text);
/* The text of a span with the patches inside it applied; of nested patches only the outermost. `p`
 * may be NULL. */
const char *kp_render(struct kp_unit *u, struct kp_span span, const struct kp_patches *p);
const char *kp_span_text(struct kp_unit *u, struct kp_span span);

/* The offsets at which the line of `at` and the next line begin. */
uint32_t kp_line_begin(const struct kp_unit *u, uint32_t at);
uint32_t kp_line_after(const struct kp_unit *u, uint32_t at);
/* True if only blanks are between the beginning of the line and `at`. */
bool kp_heads_line(const struct kp_unit *u, uint32_t at);
/* The offset after the blanks at `at`; and, if only blanks and a comment follow on the line, the
 * beginning of the next line. */
uint32_t kp_skip_blanks(const struct kp_unit *u, uint32_t at);
uint32_t kp_skip_line_end(const struct kp_unit *u, uint32_t at);

const char *kp_newline(const struct kp_unit *u);
/* Text on one line: each run of blanks with a line break in it becomes one blank. Text that holds a
 * comment stays as it is. */
const char *kp_one_line(struct kp_unit *u, const char *text);
/* The text with `by` put before each line, except empty lines, preprocessor lines, and lines that
 * continue the previous one. */
const char *kp_indented(struct kp_unit *u, const char *text, const char *by);
/* One level of indentation as used in the body of the loop. */
const char *kp_indent_unit(struct kp_unit *u, const struct kp_node *loop);
/* A statement with the pragma before it; its first line is indented, too. */
const char *kp_text_as_written(struct kp_unit *u, const struct kp_node *stmt);
/* The same with the patches inside it applied. */
const char *kp_text_patched(struct kp_unit *u, const struct kp_node *stmt,
                            const struct kp_patches *p);
/* The statement's lines where it has them to itself, else its text. */
struct kp_span kp_lines_of(const struct kp_unit *u, const struct kp_node *stmt);
/* What goes with that text when it is removed: its lines where nothing else is on them, not even a
 * comment. */
struct kp_span kp_removed_with(const struct kp_unit *u, struct kp_span s);
/* `text` without empty lines at its beginning and end. */
const char *kp_trimmed_lines(struct kp_unit *u, const char *text);

#endif
