#include "cc/sure.h"

#include <string.h>

#include "util/str.h"

/* ---- conditions -------------------------------------------------------------------------------
 */

static bool is(const char *s, struct kp_token t, const char *word)
{
    return kp_token_is(s, t, word);
}

/* The macro of `#ifdef NAME`, `#if defined NAME` or `#if defined(NAME)`; NULL: another condition.
 */
static const char *asked_for(struct kp_arena *a, const char *s, struct kp_token line,
                             struct kp_token word)
{
    struct kp_token t = kp_lex(s, word.end, line.end), name;
    bool in_parentheses = false;

    if (is(s, word, "if")) {
        if (!is(s, t, "defined"))
            return NULL;
        t = kp_lex(s, t.end, line.end);
        in_parentheses = is(s, t, "(");
        if (in_parentheses)
            t = kp_lex(s, t.end, line.end);
    } else if (!is(s, word, "ifdef"))
        return NULL;
    name = t;
    if (in_parentheses && !is(s, t = kp_lex(s, t.end, line.end), ")"))
        return NULL;
    if (name.kind != KP_TOKEN_IDENT || kp_lex(s, t.end, line.end).kind != KP_TOKEN_END)
        return NULL;
    return kp_strndup(a, s + name.begin, name.end - name.begin);
}

bool kp_cc_condition(struct kp_arena *a, struct kp_cc_conditions *c, const char *text,
                     struct kp_token line, bool *lost)
{
    struct kp_token word = kp_lex_directive(text, line);

    if (is(text, word, "if") || is(text, word, "ifdef") || is(text, word, "ifndef"))
        kp_push(a, &c->open, asked_for(a, text, line, word));
    else if (is(text, word, "endif")) {
        *lost |= !c->open.n;
        c->open.n -= c->open.n > 0;
    } else if (is(text, word, "else") || is(text, word, "elif") || is(text, word, "elifdef") ||
               is(text, word, "elifndef")) {
        if (c->open.n)
            c->open.v[c->open.n - 1] = NULL;
    } else
        return false;
    return true;
}

void kp_cc_note_conditions(struct kp_arena *a, const struct kp_cc_conditions *c, size_t more,
                           struct kp_cc_ask *ask)
{
    size_t unknown = 0;

    for (size_t i = 0; i < c->open.n; i++)
        if (c->open.v[i])
            kp_add_text(a, &ask->needs, c->open.v[i]);
        else
            unknown++;
    ask->is_sure = unknown == more;
}

/* ---- what is defined --------------------------------------------------------------------------
 */

static bool is_among(const struct kp_texts *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (kp_streq(t->v[i], name))
            return true;
    return false;
}

/* Compilers of CUDA define it in every pass. */
static bool is_of_compiler(const struct kp_cc_graph *g, const char *name)
{
    return kp_streq(name, "__CUDACC__") || kp_streq(name, "__cplusplus") ||
           (kp_streq(name, "__NVCC__") && g->compile->dialect == KP_DIALECT_NVCC);
}

static bool is_said(const struct kp_cc_graph *g, const char *name)
{
    const struct kp_compile *c = g->compile;
    size_t n = strlen(name);
    bool found = false;

    for (size_t i = 0; i < c->said.n; i++) {
        const struct kp_said *s = &c->said.v[i];

        if (s->kind == KP_SAID_UNDEFINE && kp_streq(s->value, name))
            return false;
        found |= s->kind == KP_SAID_DEFINE && strncmp(s->value, name, n) == 0 &&
                 (!s->value[n] || s->value[n] == '=');
    }
    return found;
}

/* Defined for all of the file `f` that the source's directive at f->begin leads to. */
static bool is_defined(const struct kp_cc_graph *g, const struct kp_cc_file *f, const char *name)
{
    if (is_among(&g->undone, name))
        return false;
    if (is_of_compiler(g, name) || is_said(g, name))
        return true;
    for (size_t i = 0; i < g->defines.n; i++)
        if (g->defines.v[i].at < f->begin && kp_streq(g->defines.v[i].name, name))
            return true;
    return false;
}

static bool is_reached(const struct kp_cc_graph *g, const struct kp_cc_file *to)
{
    const struct kp_cc_ask *ask = &g->files.v[to->by]->asks.v[to->by_ask];

    for (size_t i = 0; i < ask->needs.n; i++)
        if (!is_defined(g, to, ask->needs.v[i]))
            return false;
    return ask->is_sure;
}

void kp_cc_settle_sure(struct kp_cc_graph *g)
{
    for (size_t i = 1; i < g->files.n; i++) {
        struct kp_cc_file *f = g->files.v[i];

        f->is_reached = f->n_asked && is_reached(g, f);
    }
}

/* ---- the first --------------------------------------------------------------------------------
 */

/* Marks the files that nothing includes but through `top`. */
static void mark_behind(const struct kp_cc_graph *g, size_t top, bool *behind)
{
    for (size_t i = 1; i < g->files.n; i++)
        behind[i] = g->files.v[i]->n_asked;
    behind[top] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < g->files.n; i++)
            for (size_t k = 0; k < g->files.v[i]->asks.n && !behind[i]; k++) {
                int target = g->files.v[i]->asks.v[k].target;

                if (target < 0 || (size_t)target == top || !behind[target])
                    continue;
                behind[target] = false;
                more = true;
            }
    }
}

/* The file is entered wherever `top` is, by the first directive; the others are behind `top`, and
 * in the order of the text behind that one. */
bool kp_cc_is_first(const struct kp_cc_graph *g, size_t file)
{
    bool *behind = kp_new_array(g->arena, bool, g->files.n + 1);
    size_t top = file;

    while (top && g->files.v[top]->is_reached)
        top = g->files.v[top]->by;
    if (!top || !g->files.v[top]->n_asked)
        return !top;
    /* One level up the first directive may be left out; in that file all others are behind it. */
    if (top == file)
        return false;
    mark_behind(g, top, behind);
    for (size_t i = 0; i < g->files.n; i++)
        for (size_t k = 0; k < g->files.v[i]->asks.n && !behind[i]; k++)
            if (g->files.v[i]->asks.v[k].target == (int)file)
                return false;
    return true;
}
