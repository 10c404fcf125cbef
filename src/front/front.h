/* What the front offers to later passes besides kp_pass_source and kp_pass_parse (kp.h). */
#ifndef KP_FRONT_FRONT_H
#define KP_FRONT_FRONT_H

#include <stdio.h>

#include "kp.h"

/* ---- source.c ---- */

/* Line and column (in bytes) of an offset, both from 1; a byte order mark has no column. */
uint32_t kp_line_of(const struct kp_file *f, uint32_t offset);
uint32_t kp_column_of(const struct kp_file *f, uint32_t offset);
/* The line as its user knows it, and in *path the file: another one where the text was put together
 * of several. */
uint32_t kp_user_line(const struct kp_file *f, uint32_t line, const char **path);
/* Fills line_start, n_lines, bom and crlf from text and size. */
void kp_file_index(struct kp_arena *a, struct kp_file *f);

/* ---- span.c: text around nodes ---- */

/* The blanks at the head of the line of `at`; arena-owned. */
const char *kp_indent_of(struct kp_unit *u, uint32_t at);
/* A statement's span ends before its `;`, except for COMPOUND (its `}`) and NULL_STMT (the `;`
 * itself); statements that end with a statement (FOR, IF, ...) end where that one's span ends. This
 * is the offset just behind the `;` or `}` that ends the statement in the text. */
uint32_t kp_stmt_end(const struct kp_unit *u, const struct kp_node *n);
uint32_t kp_stmt_end_in(const struct kp_file *f, const struct kp_node *n);
/* The pragmas about the loop (`#pragma` lines, _Pragma operators, macros that stand for such)
 * directly in front of it, which are not part of its span: from the beginning of the first to the
 * end of the last one; empty when there are none. */
struct kp_span kp_pragma_before(struct kp_unit *u, const struct kp_node *loop);

/* ---- balance.c ---- */

/* Does the file leave brackets open, or close some that it has not opened? */
bool kp_is_unbalanced(const struct kp_file *f);

/* ---- parse_version.c ---- */

/* "Debian clang version 19.1.7" */
const char *kp_parser_version(struct kp_arena *a);

/* ---- check.c, dump.c ---- */

/* The parse pass's own checker: offsets in range, children inside their parents, tables dense.
 * False with *why set (in the unit's arena) when the tree is not what kp.h promises. */
bool kp_check_parse(const struct kp_unit *u, const char **why);
/* The tree as indented text: one line per node. */
void kp_dump_tree(FILE *f, const struct kp_unit *u);

#endif
