/* What a text says of a name that the tree may not show: arguments of templates, types, and what
 * macros make of it. */
#include "model/says.h"

#include "front/lex.h"
#include "front/pasted.h"
#include "front/tree.h"
#include "model/named.h"

static bool is_in_one(struct kp_token t, const struct kp_spans *in)
{
    for (size_t i = 0; in && i < in->n; i++)
        if (t.begin >= in->v[i].begin && t.end <= in->v[i].end)
            return true;
    return false;
}

static bool have_paste(const struct kp_named_pieces *macros)
{
    for (size_t i = 0; i < macros->n; i++)
        if (kp_has_paste(&macros->v[i]))
            return true;
    return false;
}

bool kp_text_says(struct kp_unit *u, struct kp_span in, const struct kp_spans *without,
                  const char *name)
{
    const char *text = u->source.text;
    struct kp_named_pieces macros = {0};
    struct kp_words words = {0};
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex(text, in.begin, in.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex(text, t.end, in.end)) {
        bool is_member = kp_token_is(text, before, ".") || kp_token_is(text, before, "->");

        if (t.kind == KP_TOKEN_DIRECTIVE &&
            (kp_lex_has(text, t.begin + 1, t.end, name) ||
             kp_token_is(text, kp_lex_directive(text, t), "include")))
            return true;
        if (kp_lex_is_word(text, t) && !is_in_one(t, without) &&
            !(is_member && kp_token_is(text, t, name)))
            kp_words_add(u->arena, &words, text + t.begin, t.end - t.begin);
    }
    kp_close_names(u, KP_NAMED_MACROS, &words, &macros);
    return have_paste(&macros) ? kp_words_make(u->arena, &words, name)
                               : kp_words_have(&words, name, strlen(name));
}
