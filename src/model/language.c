/* What C++20 makes something else of than C++17: no condition in the text tells the two apart. */
#include <string.h>

#include "front/lex.h"
#include "front/place.h"
#include "model/asked.h"
#include "model/named.h"
#include "model/steps.h"

/* A literal with u8, whose characters have another type, or an operator == or != of a class, whose
 * operands may be exchanged. */
static bool depends(const char *text, struct kp_span s)
{
    struct kp_token last = {.kind = KP_TOKEN_END};

    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex_code(text, t.end, s.end)) {
        bool is_literal =
            t.kind == KP_TOKEN_STRING || (t.kind == KP_TOKEN_CHAR && t.begin == last.end);

        if (is_literal && (kp_token_is(text, last, "u8") || !strncmp(text + t.begin, "u8", 2)))
            return true;
        if (kp_token_is(text, last, "operator") &&
            (kp_token_is(text, t, "==") || kp_token_is(text, t, "!=")))
            return true;
    }
    return false;
}

const char *kp_other_language(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_closed_names *names = kp_names_of(u, function, KP_NAMED_ALL);
    struct kp_spans texts = {0};
    bool any = false;

    kp_called_texts(u, function, &texts);
    for (size_t i = 0; i < texts.n && !any; i++)
        any = depends(u->source.text, texts.v[i]);
    for (size_t i = 0; i < names->pieces.n && !any; i++)
        any = depends(names->pieces.v[i].text, names->pieces.v[i].piece->span);
    return !any ? NULL : u->parse.is_new ? "__cplusplus <= 201703L" : "__cplusplus > 201703L";
}
