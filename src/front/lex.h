/* A lexer for C++ text as it is in a file: no preprocessing, so the offsets are the file's. It
 * serves where libclang tells too little: semicolons, pragmas, asm templates, text without a node.
 */
#ifndef KP_FRONT_LEX_H
#define KP_FRONT_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kp_token_kind {
    KP_TOKEN_END,
    KP_TOKEN_IDENT, /* keywords too */
    KP_TOKEN_NUMBER,
    KP_TOKEN_STRING, /* with prefix, raw ones too */
    KP_TOKEN_CHAR,
    KP_TOKEN_PUNCT,    /* the longest operator; `<<<` and `>>>` are one token each */
    KP_TOKEN_DIRECTIVE /* a whole preprocessor line, its newline excluded */
};

struct kp_token {
    enum kp_token_kind kind;
    uint32_t begin, end;
};

/* Next token at or after `at`; blanks, comments and line splices are skipped. END at `limit`. */
struct kp_token kp_lex(const char *text, uint32_t at, uint32_t limit);
/* The same, directives skipped too. */
struct kp_token kp_lex_code(const char *text, uint32_t at, uint32_t limit);
/* The word of a directive: if, define, pragma. */
struct kp_token kp_lex_directive(const char *text, struct kp_token line);
bool kp_token_is(const char *text, struct kp_token t, const char *s);
/* Offset of the bracket that closes the one at `open` ("(", "[" or "{"); `limit` when none does. */
uint32_t kp_lex_close(const char *text, uint32_t open, uint32_t limit);
/* Where the launch operator `<<<` or `>>>` (three of `c`) that begins with token `t` ends; nvcc
 * takes
 * `<< <` and `>> >` for it, too. 0 when it is another token. */
uint32_t kp_lex_launch(const char *text, struct kp_token t, char c, uint32_t limit);
/* The token behind `t` at the same level, directives skipped: behind the closing bracket when t
 * opens one. */
struct kp_token kp_lex_at_level(const char *text, struct kp_token t, uint32_t limit);
/* Is there an identifier `name` in [at, limit), directives left out? */
bool kp_lex_has(const char *text, uint32_t at, uint32_t limit, const char *name);
/* Is there a line in it that defines or undefines a macro, includes a file or counts lines again?
 * It would do so twice in a copy of the text. */
bool kp_lex_defines(const char *text, uint32_t begin, uint32_t end);
/* Is there a line of the preprocessor? */
bool kp_lex_has_directive(const char *text, uint32_t begin, uint32_t end);
/* The next string that spans lines (a raw one, or one with a backslash at a line's end): its lines
 * must stay as they are. END when there is none in [at, limit). */
struct kp_token kp_lex_long_string(const char *text, uint32_t at, uint32_t limit);
bool kp_is_ident_char(char c);

/* What a lambda around it gives another meaning. */
#define KP_WORDS_OF_LAMBDAS                                                                        \
    "decltype", "__decltype", "__decltype__", "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__",   \
        "__builtin_FUNCTION"

#endif
