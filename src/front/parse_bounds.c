/* What the head of a kernel says of its blocks, and where more could be said. */
#include <string.h>

#include "front/parse.h"

/* The largest first operand of `word(..)` in a text, as the last of several attributes counts; 0:
 * there is none, -1: one is not constant, or stands in one branch of a conditional. */
static int64_t bound_in(struct kp_builder *b, const char *text, uint32_t at, uint32_t end,
                        const char *word)
{
    int64_t most = 0, v;

    for (struct kp_token t = kp_lex(text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        struct kp_token open = kp_lex(text, t.end, end);
        uint32_t close = kp_lex_close(text, open.begin, end);

        if (t.kind == KP_TOKEN_DIRECTIVE)
            return -1;
        if (!kp_token_is(text, t, word) || !kp_token_is(text, open, "("))
            continue;
        if (close >= end ||
            !kp_fold_text(b, kp_strndup(b->scratch, text + open.end, close - open.end), &v) ||
            v <= 0 || v > 1024)
            return -1;
        most = v > most ? v : most;
    }
    return most;
}

/* As libclang prints the declaration, macros expanded; it prints no attributes of templates. */
static int64_t printed_bound(struct kp_builder *b, CXCursor c)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
    const char *text;

    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    text = kp_take_string(b, clang_getCursorPrettyPrinted(c, policy));
    clang_PrintingPolicy_dispose(policy);
    return bound_in(b, text, 0, (uint32_t)strlen(text), "launch_bounds");
}

/* The same in the source's text, where a macro may hide it. */
static int64_t written_bound(struct kp_builder *b, CXCursor c)
{
    struct kp_spot all, name;
    uint32_t size;
    int64_t v = 0;

    if (kp_spot_of(b, clang_getCursorExtent(c), &all) && all.file >= 0 &&
        kp_spot_of_location(b, clang_getCursorLocation(c), &name) && name.file == all.file)
        v = bound_in(b, kp_text_of(b, all.file, &size), all.begin, name.begin, "__launch_bounds__");
    return v ? v : -1;
}

/* The first operand of __launch_bounds__, which libclang's cursors hide: the largest of all
 * declarations, of which the compiler takes the last; 0 unless each is constant. */
static void add_launch_bound(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    int64_t v = printed_bound(b, c);

    if (!v && (s->is_template || b->instance))
        v = written_bound(b, c);
    if (!v)
        return;
    if (v < 0 || (s->says_bounds && !s->launch_max))
        s->launch_max = 0;
    else if (v > s->launch_max)
        s->launch_max = (uint32_t)v;
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
        add_launch_bound(b, s, c);
    else
        add_place(b, s, c);
}
