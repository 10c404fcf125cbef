/* The input as text: lines, indentation, and rendering a span with patches in it. Nothing
 * here knows about loops. */
#ifndef KP_EMIT_TEXT_H
#define KP_EMIT_TEXT_H

#include "front/front.h"
#include "front/lex.h"
#include "kp.h"

/* Is `name` in the text as a name (not in a comment, not as a member)? */
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
/* Inserts in front of what was inserted at the same place before. */
void kp_patch_outer(struct kp_unit *u, struct kp_patches *p, uint32_t at, const char *text);
/* The input's text of a span with the patches applied that are in it; of nested ones the outermost
 * counts. `p` may be NULL. */
const char *kp_render(struct kp_unit *u, struct kp_span span, const struct kp_patches *p);
const char *kp_span_text(struct kp_unit *u, struct kp_span span);

/* Where the line of `at` begins, and where the next one does. */
uint32_t kp_line_begin(const struct kp_unit *u, uint32_t at);
uint32_t kp_line_after(const struct kp_unit *u, uint32_t at);
/* Is there nothing but blanks between the head of the line and `at`? */
bool kp_heads_line(const struct kp_unit *u, uint32_t at);
/* `at` moved over blanks; and over everything up to the next line when nothing but a comment is
 * before it. */
uint32_t kp_skip_blanks(const struct kp_unit *u, uint32_t at);
uint32_t kp_skip_line_end(const struct kp_unit *u, uint32_t at);

const char *kp_newline(const struct kp_unit *u);
/* Text on one line: each run of blanks with a line break in it becomes one blank. Text that holds a
 * comment stays as it is. */
const char *kp_one_line(struct kp_unit *u, const char *text);
/* Every line that is not empty, no preprocessor line and not joined to the one before moved right
 * by `by`. */
const char *kp_indented(struct kp_unit *u, const char *text, const char *by);
/* One level of indentation, as the body of a loop has it. */
const char *kp_indent_unit(struct kp_unit *u, const struct kp_node *loop);
/* A statement with the pragma in front of it, the first line indented. */
const char *kp_text_as_written(struct kp_unit *u, const struct kp_node *stmt);
/* `text` without empty lines at its head and tail. */
const char *kp_trimmed_lines(struct kp_unit *u, const char *text);

#endif
