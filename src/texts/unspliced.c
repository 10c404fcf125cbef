/* Lines that a backslash joins, in a loop that may not be divided there (KP608): between two tokens
 * a backslash at a line's end says no more than a blank. */
#include "front/lex.h"
#include "model/loops.h"
#include "pipeline.h"
#include "texts/texts.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Puts blanks in the place of backslashes between two tokens. Where a comment may go on behind one,
 * or words might grow together without it, it stays. True if one was replaced. */
static bool unsplice_gap(char *text, uint32_t begin, uint32_t end)
{
    bool any = false;

    for (uint32_t i = begin; i < end; i++)
        if (text[i] != '\\' && !is_blank(text[i]))
            return false;
    if (begin == end || (!is_blank(text[begin]) && !is_blank(text[end - 1])))
        return false;
    for (uint32_t i = begin; i < end; i++)
        if (text[i] == '\\') {
            text[i] = ' ';
            any = true;
        }
    return any;
}

static bool unsplice(char *text, struct kp_span loop)
{
    uint32_t at = loop.begin;
    bool any = false;

    for (struct kp_token t = kp_lex(text, at, loop.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, at, loop.end)) {
        any |= unsplice_gap(text, at, t.begin);
        at = t.end;
    }
    return any;
}

/* The passes on the text in which these loops are without splices; NULL: they have none. */
static struct kp_unit *unspliced(struct kp_unit *u, const bool *wanted)
{
    char *text = kp_new_array(u->arena, char, u->source.size + 1);
    struct kp_unit *v;
    bool any = false;

    memcpy(text, u->source.text, u->source.size);
    for (size_t i = 0; i < u->loops.n; i++)
        any |= wanted[i] && unsplice(text, u->loops.v[i]->node->span);
    if (!any)
        return NULL;
    v = kp_unit_derive(u);
    return kp_pipeline_text(v, u->source.path, text, u->source.size, KP_PASS_EMIT) &&
                   v->loops.n == u->loops.n
               ? v
               : NULL;
}

bool kp_try_unspliced(struct kp_unit *u)
{
    bool *wanted = kp_new_array(u->arena, bool, u->loops.n + 1), helped = false, all = true;
    struct kp_unit *v = NULL;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        wanted[i] =
            l->outcome == KP_REFUSED && l->refusals.n && l->refusals.v[0].code == KP_CODE_KP608;
        helped |= wanted[i];
    }
    if (!helped || !(v = unspliced(u, wanted)))
        return false;
    helped = false;
    for (size_t i = 0; i < u->loops.n; i++) {
        all &= !wanted[i] || kp_is_pipelined(v->loops.v[i]);
        wanted[i] = wanted[i] && kp_is_pipelined(v->loops.v[i]);
        helped |= wanted[i];
    }
    if (helped && !all) /* the others stay as they are */
        v = unspliced(u, wanted);
    if (helped && v)
        kp_unit_adopt(u, v);
    return helped && v;
}
