/* Functions of the front for later passes, besides kp_pass_source() and kp_pass_parse() (kp.h). */
#ifndef KP_FRONT_FRONT_H
#define KP_FRONT_FRONT_H

#include <stdio.h>

#include "kp.h"

/* ---- source.c ---- */

/* File number `file` of the parse; 0: the unit's source, also when there is no parse. */
const struct kp_file *kp_place_file(const struct kp_unit *u, size_t file);
/* Line and column (in bytes) of an offset, both from 1; a byte order mark is not counted. */
uint32_t kp_line_of(const struct kp_file *f, uint32_t offset);
uint32_t kp_column_of(const struct kp_file *f, uint32_t offset);
/* The line number in the user's file, whose path is stored in *path: not the same as in `f` when
 * its text was put together from several files. */
uint32_t kp_user_line(const struct kp_file *f, uint32_t line, const char **path);
/* Fills line_start, n_lines, bom and crlf from text and size. */
void kp_file_index(struct kp_arena *a, struct kp_file *f);

/* ---- span.c: text around nodes ---- */

/* The blanks at the head of the line of `at`; arena-owned. */
const char *kp_indent_of(struct kp_unit *u, uint32_t at);
/* A statement's span ends before its `;`, except for COMPOUND (its `}`) and NULL_STMT (the `;`
 * itself); statements that end with a statement (FOR, IF, ...) end where that one's span ends. This
 * is the offset after the `;` or `}` that ends the statement in the text. */
uint32_t kp_stmt_end(const struct kp_unit *u, const struct kp_node *n);
uint32_t kp_stmt_end_in(const struct kp_file *f, const struct kp_node *n);
/* The span of the pragmas directly before the loop (`#pragma` lines, _Pragma operators, macros that
 * expand to these), from the beginning of the first to the end of the last; empty when there are
 * none. They are not part of the loop's span. */
struct kp_span kp_pragma_before(struct kp_unit *u, const struct kp_node *loop);

/* ---- balance.c ---- */

/* True if the file has an unmatched bracket. */
bool kp_is_unbalanced(const struct kp_file *f);

/* ---- parse_version.c ---- */

/* The version of libclang: "Debian clang version 19.1.7". */
const char *kp_parser_version(struct kp_arena *a);
/* The file that it is loaded from; "": not known. */
const char *kp_parser_file(struct kp_arena *a);

/* ---- parse_run.c ---- */

/* Ends the run of passes over the texts of one file, which lasts as long as its unit: what was kept
 * for these is removed. */
void kp_parse_run_end(void);

/* ---- check.c, dump.c ---- */

/* Checks the invariants of the parse: offsets in range, children inside their parents, tables
 * dense. False with *why set (in the unit's arena) when the tree is not what kp.h promises. */
bool kp_check_parse(const struct kp_unit *u, const char **why);
/* Prints the tree as indented text, one line per node. */
void kp_dump_tree(FILE *f, const struct kp_unit *u);

#endif
