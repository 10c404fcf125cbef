/* What the head of a kernel says of its blocks, and where more could be said. */
#include <string.h>

#include "front/parse.h"

/* Of an SM, on any architecture. */
enum { MOST_BLOCKS = 64 };

/* Operands of __launch_bounds__. */
struct bounds {
    int64_t threads; /* of the first one; 0: there is none, -1: not constant */
    int64_t blocks;  /* of the second one; 0: there is none, or it is not constant */
};

/* What stands behind the first comma, or "". */
static const char *behind_comma(const char *text)
{
    uint32_t end = (uint32_t)strlen(text);
    struct kp_token t = kp_lex(text, 0, end);

    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, ","))
        t = kp_lex_at_level(text, t, end);
    return text + t.end;
}

/* The largest operands of `word(..)` in a text, as the last of several attributes counts; threads
 * are -1, too, where one stands in one branch of a conditional. */
static struct bounds bounds_in(struct kp_builder *b, const char *text, uint32_t at, uint32_t end,
                               const char *word)
{
    const struct bounds unknown = {.threads = -1};
    struct bounds most = {0};
    int64_t v;

    for (struct kp_token t = kp_lex(text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        struct kp_token open = kp_lex(text, t.end, end);
        uint32_t close = kp_lex_close(text, open.begin, end);
        const char *operands;

        if (t.kind == KP_TOKEN_DIRECTIVE)
            return unknown;
        if (!kp_token_is(text, t, word) || !kp_token_is(text, open, "("))
            continue;
        if (close >= end)
            return unknown;
        operands = kp_strndup(b->scratch, text + open.end, close - open.end);
        if (!kp_fold_text(b, operands, &v) || v <= 0 || v > 1024)
            return unknown;
        most.threads = v > most.threads ? v : most.threads;
        if (kp_fold_text(b, behind_comma(operands), &v) && v > most.blocks && v <= MOST_BLOCKS)
            most.blocks = v;
    }
    return most;
}

/* As libclang prints the declaration, macros expanded; it prints no attributes of templates. */
static struct bounds printed_bounds(struct kp_builder *b, CXCursor c)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
    const char *text;

    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    text = kp_take_string(b, clang_getCursorPrettyPrinted(c, policy));
    clang_PrintingPolicy_dispose(policy);
    return bounds_in(b, text, 0, (uint32_t)strlen(text), "launch_bounds");
}

/* The same in the source's text, where a macro may hide it. */
static struct bounds written_bounds(struct kp_builder *b, CXCursor c)
{
    struct bounds v = {0};
    struct kp_spot all, name;
    uint32_t size;

    if (kp_spot_of(b, clang_getCursorExtent(c), &all) && all.file >= 0 &&
        kp_spot_of_location(b, clang_getCursorLocation(c), &name) && name.file == all.file)
        v = bounds_in(b, kp_text_of(b, all.file, &size), all.begin, name.begin,
                      "__launch_bounds__");
    if (!v.threads)
        v.threads = -1;
    return v;
}

/* The operands of __launch_bounds__, which libclang's cursors hide: the largest of all
 * declarations, of which the compiler takes the last; 0 unless each is constant. */
static void add_launch_bounds(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    struct bounds v = printed_bounds(b, c);

    if (!v.threads && (s->is_template || b->instance))
        v = written_bounds(b, c);
    if (!v.threads)
        return;
    if (v.threads < 0 || (s->says_bounds && !s->launch_max))
        s->launch_max = 0;
    else if (v.threads > s->launch_max)
        s->launch_max = (uint32_t)v.threads;
    s->launch_blocks = v.blocks > s->launch_blocks ? (uint32_t)v.blocks : s->launch_blocks;
    s->says_bounds = true;
}

/* True if the word is no attribute, and the name of none. */
static bool is_specifier(const char *s, struct kp_token k)
{
    static const char *const words[] = {"static", "inline", "extern", "friend", "void"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(s, k, words[i]))
            return true;
    return k.kind == KP_TOKEN_STRING; /* extern "C" */
}

/* Behind `__global__`, if the text from `at` to the name at `end` has nothing but that, specifiers
 * and templates' parameters in front; else 0. */
static uint32_t place_in(const char *s, uint32_t at, uint32_t end)
{
    uint32_t place = 0;

    for (struct kp_token k = kp_lex_behind_templates(s, kp_lex(s, at, end), end);
         k.kind != KP_TOKEN_END; k = kp_lex(s, k.end, end))
        if (kp_token_is(s, k, "__global__") && !place)
            place = k.end;
        else if (!is_specifier(s, k))
            return 0;
    return place;
}

/* True if a declaration ends where the parameters behind its name do. */
static bool ends_with_parameters(const char *s, uint32_t name, uint32_t size)
{
    struct kp_token open = kp_lex(s, kp_lex(s, name, size).end, size), k;

    if (!kp_token_is(s, open, "("))
        return false;
    k = kp_lex(s, kp_lex_close(s, open.begin, size) + 1, size);
    return kp_token_is(s, k, ";") || kp_token_is(s, k, ",");
}

/* Of declarations behind the definition clang drops the attributes, and the compiler does not: what
 * is not plain may have bounds. */
static void add_place(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    bool is_definition = clang_isCursorDefinition(c);
    struct kp_spot all, name;
    const char *text;
    uint32_t size, place;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &all) || all.file < 0 ||
        !kp_spot_of_location(b, clang_getCursorLocation(c), &name) || name.file != all.file)
        return;
    text = kp_text_of(b, all.file, &size);
    place = place_in(text, all.begin, name.begin);
    if (is_definition && !all.file)
        s->bounds_at = place;
    else if (!is_definition && (!place || !ends_with_parameters(text, name.begin, size)))
        s->says_bounds = true;
}

void kp_add_bounds(struct kp_builder *b, struct kp_sym *s, CXCursor c, bool has_attribute)
{
    if (has_attribute)
        add_launch_bounds(b, s, c);
    else
        add_place(b, s, c);
}
