#include "front/lex.h"

#include "util/str.h"

#include <ctype.h>
#include <string.h>

bool kp_is_ident_char(char c)
{
    unsigned u = (unsigned char)c;

    return (u | 0x20) - 'a' < 26 || u - '0' < 10 || u == '_' || u == '$' || u >= 0x80;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* A carriage return alone ends a line as well. */
static bool ends_line(const char *text, uint32_t at, uint32_t limit)
{
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == limit || text[at + 1] != '\n'));
}

uint32_t kp_lex_splice(const char *text, uint32_t at, uint32_t limit)
{
    uint32_t end = at + 1;

    if (text[at] != '\\')
        return 0;
    while (end < limit && is_blank(text[end]) && !ends_line(text, end, limit))
        end++;
    return end < limit && ends_line(text, end, limit) ? end + 1 - at : 0;
}

/* True if a backslash joins the line that ends in front of `at` to the next one. */
static bool is_joined(const char *text, uint32_t at)
{
    while (at > 0 && is_blank(text[at - 1]) && text[at - 1] != '\n')
        at--;
    return at > 0 && text[at - 1] == '\\';
}

static uint32_t behind_splices(const char *text, uint32_t at, uint32_t limit)
{
    uint32_t n;

    while (at < limit && (n = kp_lex_splice(text, at, limit)) != 0)
        at += n;
    return at;
}

/* End of the comment that begins at `at`, `at` itself when none does. Splices may part the two
 * characters that begin or end it. */
static uint32_t comment_end(const char *text, uint32_t at, uint32_t limit)
{
    uint32_t second, last;

    if (text[at] != '/' || (second = behind_splices(text, at + 1, limit)) == limit)
        return at;
    if (text[second] == '/') {
        for (at = second + 1; at < limit && !ends_line(text, at, limit); at++) {
            uint32_t n = kp_lex_splice(text, at, limit);

            if (n)
                at += n - 1;
        }
        return at;
    }
    if (text[second] != '*')
        return at;
    for (at = second + 1; at < limit; at++)
        if (text[at] == '*' && (last = behind_splices(text, at + 1, limit)) < limit &&
            text[last] == '/')
            return last + 1;
    return limit;
}

/* Sets *fresh when a line ends on the way, outside of comments. */
static uint32_t skip_space(const char *text, uint32_t at, uint32_t limit, bool *fresh)
{
    while (at < limit) {
        uint32_t next = comment_end(text, at, limit);

        if (next == at && is_blank(text[at])) {
            next = at + 1;
            *fresh |= ends_line(text, at, limit);
        }
        if (next == at)
            next = at + kp_lex_splice(text, at, limit);
        if (next == at)
            break;
        at = next;
    }
    return at;
}

static bool first_on_line(const char *text, uint32_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    if (at == 0 || (unsigned char)text[at - 1] == 0xBF) /* the file's begin, or its BOM's end */
        return true;
    return (text[at - 1] == '\r' || text[at - 1] == '\n') && !is_joined(text, at - 1);
}

/* What is not closed ends with its line. */
static uint32_t quoted_end(const char *text, uint32_t at, uint32_t limit)
{
    char quote = text[at];

    for (at++; at < limit && text[at] != quote && text[at] != '\n'; at++)
        if (text[at] == '\\' && at + 1 < limit) {
            uint32_t n = kp_lex_splice(text, at, limit);

            at += n ? n - 1 : 1; /* the line's end, or what is escaped */
        }
    return at >= limit ? limit : text[at] == quote ? at + 1 : at;
}

/* `at` is the quote of R"delimiter( ... )delimiter". */
static uint32_t raw_end(const char *text, uint32_t at, uint32_t limit)
{
    uint32_t open = at + 1;
    size_t n;

    while (open < limit && text[open] != '(' && text[open] != '\n')
        open++;
    n = open - at - 1;
    for (uint32_t i = open; i + n + 1 < limit; i++)
        if (text[i] == ')' && memcmp(text + i + 1, text + at + 1, n) == 0 && text[i + 1 + n] == '"')
            return i + (uint32_t)n + 2;
    return limit;
}

static uint32_t number_end(const char *text, uint32_t at, uint32_t limit)
{
    for (; at < limit; at++) {
        char c = text[at];

        if ((c == '+' || c == '-') && strchr("eEpP", text[at - 1]))
            continue;
        if (c == '\'' && at + 1 < limit && isalnum((unsigned char)text[at + 1]))
            continue;
        if (!kp_is_ident_char(c) && c != '.')
            break;
    }
    return at;
}

static uint32_t punct_end(const char *text, uint32_t at, uint32_t limit)
{
    static const char *const longer[] = {
        "<<<", ">>>", "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", ">>", "<=",
        ">=",  "==",  "!=",  "&&",  "||",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##",
    };

    for (unsigned i = 0; i < sizeof longer / sizeof *longer; i++) {
        size_t n;

        if (text[at] != longer[i][0])
            continue;
        n = strlen(longer[i]);
        if (limit - at >= n && memcmp(text + at, longer[i], n) == 0)
            return at + (uint32_t)n;
    }
    return at + 1;
}

static bool is_string_prefix(const char *s, uint32_t n)
{
    return (n == 1 && strchr("RLuU", s[0])) || (n == 2 && !memcmp(s, "u8", 2)) ||
           (n == 2 && strchr("LuU", s[0]) && s[1] == 'R') || (n == 3 && !memcmp(s, "u8R", 3));
}

static uint32_t ident_end(const char *text, uint32_t at, uint32_t limit)
{
    while (at < limit && kp_is_ident_char(text[at]))
        at++;
    return at;
}

/* End of the string whose prefix is [begin, at), `at` itself when none is there. */
static uint32_t prefixed_end(const char *text, uint32_t begin, uint32_t at, uint32_t limit)
{
    if (at >= limit || text[at] != '"' || !is_string_prefix(text + begin, at - begin))
        return at;
    return text[at - 1] == 'R' ? raw_end(text, at, limit) : quoted_end(text, at, limit);
}

/* End of what can hide a comment's begin or a line's end: a number, a word with the string behind
 * it, a literal. */
static uint32_t piece_end(const char *text, uint32_t at, uint32_t limit)
{
    if (isdigit((unsigned char)text[at]))
        return number_end(text, at + 1, limit);
    if (kp_is_ident_char(text[at]))
        return prefixed_end(text, at, ident_end(text, at, limit), limit);
    if (text[at] == '"' || text[at] == '\'')
        return quoted_end(text, at, limit);
    return at + 1;
}

/* End of the file's name in <> at `at` behind the word, `at` itself when none is there. */
static uint32_t file_name_end(const char *text, struct kp_token word, uint32_t at, uint32_t limit)
{
    static const char *const words[] = {"include",    "include_next",  "import",
                                        "embed",      "__has_include", "__has_include_next",
                                        "__has_embed"};
    bool takes = false;

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        takes |= kp_token_is(text, word, words[i]);
    if (!takes || text[at] != '<')
        return at;
    for (uint32_t end = at; end < limit && !ends_line(text, end, limit); end++)
        if (text[end] == '>')
            return end + 1;
    return at;
}

static uint32_t directive_end(const char *text, uint32_t at, uint32_t limit)
{
    struct kp_token word = {.kind = KP_TOKEN_END};

    while (at < limit && !ends_line(text, at, limit)) {
        uint32_t next = at + kp_lex_splice(text, at, limit);

        if (next == at)
            next = comment_end(text, at, limit);
        if (next == at)
            next = file_name_end(text, word, at, limit);
        if (next == at) {
            next = piece_end(text, at, limit);
            if (!is_blank(text[at]) && text[at] != '(')
                word = (struct kp_token){KP_TOKEN_IDENT, at, next};
        }
        at = next;
    }
    return at > 0 && text[at - 1] == '\r' ? at - 1 : at;
}

struct kp_token kp_lex(const char *text, uint32_t at, uint32_t limit)
{
    struct kp_token t = {KP_TOKEN_END, limit, limit};
    bool fresh = first_on_line(text, at);
    char c;

    at = skip_space(text, at, limit, &fresh);
    if (at >= limit)
        return t;
    t.begin = at;
    c = text[at];
    if (fresh && (c == '#' || (c == '%' && at + 1 < limit && text[at + 1] == ':'))) {
        t.kind = KP_TOKEN_DIRECTIVE;
        t.end = directive_end(text, at, limit);
    } else if (isdigit((unsigned char)c) ||
               (c == '.' && at + 1 < limit && isdigit((unsigned char)text[at + 1]))) {
        t.kind = KP_TOKEN_NUMBER;
        t.end = number_end(text, at + 1, limit);
    } else if (kp_is_ident_char(c)) {
        at = ident_end(text, at, limit);
        t.end = prefixed_end(text, t.begin, at, limit);
        t.kind = t.end == at ? KP_TOKEN_IDENT : KP_TOKEN_STRING;
    } else if (c == '"' || c == '\'') {
        t.kind = c == '"' ? KP_TOKEN_STRING : KP_TOKEN_CHAR;
        t.end = quoted_end(text, at, limit);
    } else {
        t.kind = KP_TOKEN_PUNCT;
        t.end = punct_end(text, at, limit);
    }
    return t;
}

struct kp_token kp_lex_code(const char *text, uint32_t at, uint32_t limit)
{
    struct kp_token t = kp_lex(text, at, limit);

    while (t.kind == KP_TOKEN_DIRECTIVE)
        t = kp_lex(text, t.end, limit);
    return t;
}

bool kp_lex_is_word(const char *text, struct kp_token t)
{
    return t.kind == KP_TOKEN_IDENT ||
           (t.kind == KP_TOKEN_NUMBER && memchr(text + t.begin, '_', t.end - t.begin));
}

bool kp_token_is(const char *text, struct kp_token t, const char *s)
{
    size_t n = strlen(s);

    return t.kind != KP_TOKEN_END && t.end - t.begin == n && memcmp(text + t.begin, s, n) == 0;
}

uint32_t kp_lex_close(const char *text, uint32_t open, uint32_t limit)
{
    unsigned depth = 0;

    for (uint32_t at = open; at < limit;) {
        struct kp_token t = kp_lex_code(text, at, limit);

        if (t.kind == KP_TOKEN_END)
            break;
        if (t.kind == KP_TOKEN_PUNCT && strchr("([{", text[t.begin]))
            depth++;
        if (t.kind == KP_TOKEN_PUNCT && strchr(")]}", text[t.begin]) && --depth == 0)
            return t.begin;
        at = t.end;
    }
    return limit;
}

uint32_t kp_lex_launch(const char *text, struct kp_token t, char c, uint32_t limit)
{
    const char whole[] = {c, c, c, 0}, first[] = {c, c, 0}, rest[] = {c, 0};
    struct kp_token next;

    if (kp_token_is(text, t, whole))
        return t.end;
    if (!kp_token_is(text, t, first))
        return 0;
    next = kp_lex_code(text, t.end, limit);
    if (!kp_token_is(text, next, rest))
        return 0;
    for (uint32_t i = t.end; i < next.begin; i++)
        if (text[i] != ' ' && text[i] != '\t')
            return 0;
    return next.end;
}

struct kp_token kp_lex_at_level(const char *text, struct kp_token t, uint32_t limit)
{
    if (t.end > t.begin && strchr("([{", text[t.begin]))
        return kp_lex_code(text, kp_lex_close(text, t.begin, limit) + 1, limit);
    return kp_lex_code(text, t.end, limit);
}

struct kp_token kp_lex_behind_templates(const char *text, struct kp_token t, uint32_t limit)
{
    int depth = 0;

    while (kp_token_is(text, t, "template")) {
        do {
            t = kp_lex_code(text, t.end, limit);
            for (uint32_t i = t.begin; t.kind == KP_TOKEN_PUNCT && i < t.end; i++)
                depth += (text[i] == '<') - (text[i] == '>');
        } while (depth > 0 && t.kind != KP_TOKEN_END);
        t = kp_lex_code(text, t.end, limit);
    }
    return t;
}

bool kp_lex_has(const char *text, uint32_t at, uint32_t limit, const char *name)
{
    for (;;) {
        struct kp_token t = kp_lex_code(text, at, limit);

        if (t.kind == KP_TOKEN_END)
            return false;
        if (t.kind == KP_TOKEN_IDENT && kp_token_is(text, t, name))
            return true;
        at = t.end;
    }
}

size_t kp_lex_count(const char *text, uint32_t at, uint32_t limit, const char *name)
{
    size_t n = 0;

    for (struct kp_token t = kp_lex_code(text, at, limit); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, limit))
        n += t.kind == KP_TOKEN_IDENT && kp_token_is(text, t, name);
    return n;
}

struct kp_token kp_lex_long_string(const char *text, uint32_t at, uint32_t limit)
{
    struct kp_token t = kp_lex_code(text, at, limit);

    while (t.kind != KP_TOKEN_END &&
           (t.kind != KP_TOKEN_STRING || !memchr(text + t.begin, '\n', t.end - t.begin)))
        t = kp_lex_code(text, t.end, limit);
    return t;
}

struct kp_token kp_lex_directive(const char *text, struct kp_token line)
{
    return kp_lex(text, line.begin + (text[line.begin] == '#' ? 1 : 2), line.end);
}

struct kp_token kp_lex_kept_macro(const char *text, struct kp_token line)
{
    struct kp_token t = kp_lex_directive(text, line), name = {.kind = KP_TOKEN_END};

    if (!kp_token_is(text, t, "pragma"))
        return name;
    t = kp_lex(text, t.end, line.end);
    if (!kp_token_is(text, t, "push_macro") && !kp_token_is(text, t, "pop_macro"))
        return name;
    t = kp_lex(text, t.end, line.end);
    if (kp_token_is(text, t, "("))
        t = kp_lex(text, t.end, line.end);
    if (t.kind == KP_TOKEN_STRING && text[t.begin] == '"' &&
        kp_token_is(text, kp_lex(text, t.end, line.end), ")"))
        name = kp_lex(text, t.begin + 1, t.end - 1);
    return name.end == t.end - 1 ? name : (struct kp_token){.kind = KP_TOKEN_END};
}

bool kp_begins_branches(const char *text, struct kp_token word)
{
    return kp_token_is(text, word, "if") || kp_token_is(text, word, "ifdef") ||
           kp_token_is(text, word, "ifndef");
}

bool kp_lex_defines(const char *text, uint32_t begin, uint32_t end)
{
    static const char *const words[] = {"define", "undef", "include", "line"};

    for (struct kp_token t = kp_lex(text, begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        struct kp_token word;

        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(text, t);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (kp_token_is(text, word, words[i]))
                return true;
        if (kp_lex_kept_macro(text, t).kind != KP_TOKEN_END)
            return true;
    }
    return false;
}

bool kp_lex_has_directive(const char *text, uint32_t begin, uint32_t end)
{
    struct kp_token t = kp_lex(text, begin, end);

    while (t.kind != KP_TOKEN_END && t.kind != KP_TOKEN_DIRECTIVE)
        t = kp_lex(text, t.end, end);
    return t.kind == KP_TOKEN_DIRECTIVE;
}
