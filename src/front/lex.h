/* A lexer for the C++ text of a file without preprocessing, so that offsets are those of the file.
 * It finds what libclang does not show: semicolons, pragmas, asm templates, text without a node. */
#ifndef KP_FRONT_LEX_H
#define KP_FRONT_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kp_token_kind {
    KP_TOKEN_END,
    KP_TOKEN_IDENT, /* keywords too */
    KP_TOKEN_NUMBER,
    KP_TOKEN_STRING, /* with its prefix; also raw strings */
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
/* The same, but directives are skipped, too. */
struct kp_token kp_lex_code(const char *text, uint32_t at, uint32_t limit);
/* True for an identifier, and for a number with an underscore (`10_x`), which `##` may make the
 * rest of one. */
bool kp_lex_is_word(const char *text, struct kp_token t);
/* The first word of a directive: if, define, pragma. */
struct kp_token kp_lex_directive(const char *text, struct kp_token line);
/* The macro's name in `#pragma push_macro("NAME")` or pop_macro. END: it is another line. */
struct kp_token kp_lex_kept_macro(const char *text, struct kp_token line);
bool kp_token_is(const char *text, struct kp_token t, const char *s);
/* Offset of the bracket that closes the one at `open` ("(", "[" or "{"); `limit` when none does. */
uint32_t kp_lex_close(const char *text, uint32_t open, uint32_t limit);
/* The end of the launch operator `<<<` or `>>>` (three of `c`) that begins with token `t`. As for
 * nvcc, it may be written `<< <` or `>> >`. 0 when it is another token. */
uint32_t kp_lex_launch(const char *text, struct kp_token t, char c, uint32_t limit);
/* The next token at the same bracket level, directives skipped: when t opens a bracket, the one
 * after the closing bracket. */
struct kp_token kp_lex_at_level(const char *text, struct kp_token t, uint32_t limit);
/* The token behind the parameters of the `template <..>`s, if any, that begin with token t. */
struct kp_token kp_lex_behind_templates(const char *text, struct kp_token t, uint32_t limit);
/* True if the identifier `name` is in [at, limit), outside of directives. */
bool kp_lex_has(const char *text, uint32_t at, uint32_t limit, const char *name);
/* .. and how often. */
size_t kp_lex_count(const char *text, uint32_t at, uint32_t limit, const char *name);
/* True for the word of #if, #ifdef and #ifndef. */
bool kp_begins_branches(const char *text, struct kp_token word);
/* True if the text has a #define, #undef, #include or #line, which would act twice if the text were
 * duplicated. */
bool kp_lex_defines(const char *text, uint32_t begin, uint32_t end);
/* True if the text has a preprocessor line. */
bool kp_lex_has_directive(const char *text, uint32_t begin, uint32_t end);
/* The next string literal that spans lines (a raw string, or one with a backslash at a line's end),
 * whose lines must not be changed. END when there is none in [at, limit). */
struct kp_token kp_lex_long_string(const char *text, uint32_t at, uint32_t limit);
/* Length of a line splice at `at`, 0: none is there. Compilers skip blanks between a backslash and
 * the end of its line. */
uint32_t kp_lex_splice(const char *text, uint32_t at, uint32_t limit);
bool kp_is_ident_char(char c);

/* The name of the function around it, with namespaces. */
#define KP_NAME_IN_FULL "__PRETTY_FUNCTION__"
/* Words whose meaning changes inside a lambda. */
#define KP_WORDS_OF_LAMBDAS                                                                        \
    "decltype", "__decltype", "__decltype__", "__func__", "__FUNCTION__", KP_NAME_IN_FULL,         \
        "__builtin_FUNCTION"

#endif
