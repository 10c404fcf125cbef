/* Words of the program's text, and what its macros make of them. */
#include "legal/words.h"
#include "front/tree.h"

#include "front/lex.h"

/* A parameter of a macro. */
static bool is_macro_parameter(struct kp_unit *u, const char *name)
{
    kp_each_macro(m, u)
    {
        if (m->piece->is_function_like &&
            kp_lex_has(m->text, m->name.end, m->piece->body.begin, name))
            return true;
    }
    return false;
}

/* CUDA's own, where the line or the function is only printed. */
static bool is_message(struct kp_unit *u, const char *s, struct kp_token t)
{
    static const char *const names[] = {"printf", "assert", "__assert_fail", "__assertfail"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!kp_token_is(s, t, names[i]))
            continue;
        kp_each_named(other, u, names[i]) if (!other->from_prelude) return false;
        return !kp_is_macro(u, names[i], strlen(names[i])) && !is_macro_parameter(u, names[i]);
    }
    return false;
}

/* The words of a message's arguments that are more than one word. */
static void collect_arguments(struct kp_unit *u, const char *text, struct kp_span span,
                              struct kp_words *w)
{
    struct kp_token last = kp_lex_code(text, span.begin, span.end);

    for (struct kp_token t = last; t.kind != KP_TOKEN_END;
         last = t, t = kp_lex_code(text, t.end, span.end)) {
        struct kp_token next = kp_lex_code(text, t.end, span.end);
        bool first = t.begin == last.begin || kp_token_is(text, last, ",");
        bool alone = first && (next.kind == KP_TOKEN_END || kp_token_is(text, next, ","));

        if (kp_token_is(text, t, "(") || kp_token_is(text, t, "{") || kp_token_is(text, t, "[")) {
            t.end = kp_lex_close(text, t.begin, span.end);
            kp_collect_words(u, text, (struct kp_span){t.begin + 1, t.end}, w);
        } else if (kp_lex_is_word(text, t) && !alone) {
            kp_words_add(u->arena, w, text + t.begin, t.end - t.begin);
        }
    }
}

void kp_collect_words(struct kp_unit *u, const char *text, struct kp_span span, struct kp_words *w)
{
    for (struct kp_token t = kp_lex_code(text, span.begin, span.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, span.end)) {
        struct kp_token next = kp_lex_code(text, t.end, span.end);

        if (!kp_lex_is_word(text, t))
            continue;
        kp_words_add(u->arena, w, text + t.begin, t.end - t.begin);
        if (kp_token_is(text, next, "(") && is_message(u, text, t)) {
            t.end = kp_lex_close(text, next.begin, span.end);
            collect_arguments(u, text, (struct kp_span){next.end, t.end}, w);
        }
    }
}

void kp_collect_macros(struct kp_unit *u, struct kp_words *w)
{
    size_t before;

    do {
        before = w->used;
        kp_each_macro(m, u)
        {
            if (kp_words_have(w, m->text + m->name.begin, m->name.end - m->name.begin))
                kp_collect_words(u, m->text, m->piece->body, w);
        }
    } while (w->used != before);
}
