/* The output for the machine code's sake: of two widths one runs, and code that holds both says
 * neither how long the loop takes nor what its registers wait for. */
#include "front/lex.h"
#include "widen/widen.h"

/* The value in the flag's declaration, `const bool NAME = ..;`; empty when there is none. The name
 * is one that the user's file does not have. */
static struct kp_span value_of(const char *text, uint32_t size, const char *name)
{
    struct kp_token k = kp_lex_code(text, 0, size);

    for (; k.kind != KP_TOKEN_END; k = kp_lex_code(text, k.end, size)) {
        struct kp_token is, end;

        if (!kp_token_is(text, k, name))
            continue;
        is = end = kp_lex_code(text, k.end, size);
        while (end.kind != KP_TOKEN_END && !kp_token_is(text, end, ";"))
            end = kp_lex_code(text, end.end, size);
        if (kp_token_is(text, is, "=") && end.kind != KP_TOKEN_END)
            return (struct kp_span){is.end, end.begin};
        break; /* it is declared where it stands first */
    }
    return (struct kp_span){0, 0};
}

const char *kp_decided_text(const struct kp_unit *u, size_t *size)
{
    const char *text = u->output;
    size_t n = u->output_size;

    for (size_t i = 0; i < u->loops.n; i++) {
        const char *fixed = u->loops.v[i]->wide_fixed;
        struct kp_span value = {0, 0};

        if (!kp_is_pipelined(u->loops.v[i]) || !u->loops.v[i]->wide_flag)
            continue;
        value = value_of(text, (uint32_t)n, u->loops.v[i]->wide_flag);
        if (!value.end)
            return NULL;
        text = kp_sprintf(u->arena, "%.*s %s%s", (int)value.begin, text, fixed ? fixed : "true",
                          text + value.end);
        n = strlen(text);
    }
    if (text == u->output)
        return NULL;
    *size = n;
    return text;
}
