/* Macros that stand as statements, as what they stand for. In a kernel: a loop whose copies or
 * tiles a macro's text has (KP601) can be changed there. In a function that launches the kernel of
 * a loop with dynamic shared memory: launches in a macro's text (KP503) ask for the memory of all
 * stages.
 *
 *     #define FILL(T)  As[y][x] = A[row * n + k * T + x];
 *     FILL(16)                                     As[y][x] = A[row * n + k * 16 + x];
 *
 * The file has one definition of the macro, in no #if, and its text has no operator of macros, so
 * the compiler reads the same tokens. That the trees are the same is looked at. */
#include <ctype.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/text.h"
#include "front/branches.h"
#include "front/front.h"
#include "front/heads.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/builds.h"
#include "model/func.h"
#include "pipeline.h"
#include "texts/texts.h"

enum { MOST_ARGUMENTS = 16, MOST_BYTES = 1 << 16 };

/* ---- the macro ------------------------------------------------------------------------------ */

/* The only definition, in front of the place; NULL: others may be meant. */
static const struct kp_piece *definition_of(struct kp_unit *u, const char *name, uint32_t at)
{
    const struct kp_branch_groups *groups = kp_branch_groups_of(u);
    const struct kp_piece *only = NULL;
    struct kp_texts given = {0};

    kp_each_macro_named(m, u, name, strlen(name))
    {
        if (only || m->file || m->piece->is_undef)
            return NULL;
        only = m->piece;
    }
    if (!only || only->span.end > at || groups->broken)
        return NULL;
    for (size_t i = 0; i < groups->list.n; i++)
        if (kp_branch_at(&groups->list.v[i], only->span.begin) >= 0)
            return NULL;
    kp_command_macros(u, &given);
    for (size_t i = 0; i < given.n; i++)
        if (kp_streq(given.v[i], name))
            return NULL;
    return only;
}

struct list {
    struct kp_span of[MOST_ARGUMENTS];
    unsigned n;
    uint32_t end; /* behind the parenthesis */
};

static bool has_comment(const char *text, uint32_t begin, uint32_t end)
{
    return memchr(text + begin, '/', end - begin);
}

/* What is between the parentheses, at commas that are in no other ones. */
static bool read_list(const char *text, struct kp_token open, uint32_t end, struct list *out)
{
    unsigned depth = 0;
    uint32_t begin = open.end, at = begin;

    *out = (struct list){0};
    for (struct kp_token t = kp_lex(text, open.end, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        bool ends = !depth && kp_token_is(text, t, ")");

        if (t.kind == KP_TOKEN_DIRECTIVE || has_comment(text, at, t.begin))
            return false;
        at = t.end;
        if (ends || (!depth && kp_token_is(text, t, ","))) {
            if (out->n == MOST_ARGUMENTS)
                return false;
            out->of[out->n++] = (struct kp_span){begin, t.begin};
            begin = t.end;
        }
        if (ends) {
            out->end = t.end;
            return true;
        }
        depth += kp_token_is(text, t, "(");
        depth -= kp_token_is(text, t, ")");
    }
    return false;
}

static struct kp_span trimmed(const char *text, struct kp_span s)
{
    while (s.begin < s.end && isspace((unsigned char)text[s.begin]))
        s.begin++;
    while (s.begin < s.end && isspace((unsigned char)text[s.end - 1]))
        s.end--;
    return s;
}

static bool is_same(const char *text, struct kp_token t, struct kp_span name)
{
    struct kp_token n = kp_lex(text, name.begin, name.end);

    return n.end - n.begin == t.end - t.begin &&
           !memcmp(text + n.begin, text + t.begin, t.end - t.begin);
}

/* True if the two could be one token where no blank is between them. */
static bool may_join(char a, char b)
{
    static const char joins[] = "+-*/%&|^<>=!:.#";
    bool is_word = isalnum((unsigned char)a) || a == '_' || a == '"' || a == '\'';

    if (isdigit((unsigned char)a) && b == '.')
        return true;
    return strchr(joins, a)
               ? strchr(joins, b) || isdigit((unsigned char)b)
               : is_word && (isalnum((unsigned char)b) || b == '_' || b == '"' || b == '\'');
}

static void add_apart(struct kp_str *out, const char *text, size_t n)
{
    if (out->n && n && may_join(kp_str_text(out)[out->n - 1], *text))
        kp_str_addn(out, " ", 1);
    kp_str_addn(out, text, n);
}

/* Blanks, comments and ends of lines, but for blanks in front of these. */
static void add_gap(struct kp_str *out, const char *text, uint32_t begin, uint32_t end)
{
    uint32_t last = begin;

    for (uint32_t i = begin; i < end; i++) {
        bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\\' || text[i] == '\r';

        if (text[i] == '\n')
            kp_str_addn(out, "\n", 1);
        else if (!is_blank)
            kp_str_addf(out, "%.*s", (int)(i + 1 - last), text + last);
        if (text[i] == '\n' || !is_blank)
            last = i + 1;
    }
    for (; last < end; last++)
        if (text[last] != '\\')
            kp_str_addn(out, text + last, 1);
}

static bool has_small_letter(const char *name, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (islower((unsigned char)name[i]))
            return true;
    return false;
}

/* By the files of the parse, or as compilers and their headers name some. */
static bool may_be_macro(struct kp_unit *u, struct kp_token t)
{
    const char *name = u->source.text + t.begin;
    uint32_t n = t.end - t.begin;

    return t.kind == KP_TOKEN_IDENT &&
           ((n > 1 && name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]))) ||
            kp_token_is(u->source.text, t, "assert") || kp_is_macro(u, name, n) ||
            (u->parse.system_macros && kp_words_have(u->parse.system_macros, name, n)));
}

static unsigned parameter_at(const char *text, const struct list *names, struct kp_token t)
{
    unsigned i = 0;

    while (i < names->n && !(t.kind == KP_TOKEN_IDENT && is_same(text, t, names->of[i])))
        i++;
    return i;
}

/* True if the macro's text may give arguments to another macro. */
static bool calls_macro(struct kp_unit *u, uint32_t at, uint32_t end, const struct list *names)
{
    const char *text = u->source.text;
    bool after = false;

    for (struct kp_token t = kp_lex_code(text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        bool is_one = parameter_at(text, names, t) < names->n;

        if ((after && (is_one || kp_token_is(text, t, "("))) ||
            (!is_one && may_be_macro(u, t) &&
             kp_may_take_arguments(u, text + t.begin, t.end - t.begin)))
            return true;
        after = is_one;
    }
    return false;
}

/* True if the compiler puts the arguments there as they are written. What macros in them stand for
 * is put there instead: another macro gets that, and may have an operator that shows it. */
static bool stay_as_written(struct kp_unit *u, uint32_t at, uint32_t end, const struct list *names,
                            const struct list *values)
{
    const char *text = u->source.text;

    for (unsigned i = 0; i < values->n; i++)
        for (struct kp_token t = kp_lex_code(text, values->of[i].begin, values->of[i].end);
             t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, values->of[i].end))
            if (may_be_macro(u, t) ||
                (t.kind == KP_TOKEN_IDENT && !has_small_letter(text + t.begin, t.end - t.begin)))
                return !calls_macro(u, at, end, names);
    return true;
}

/* The macro's text with these arguments, on as many lines; NULL: it uses operators of macros, or
 * itself, or gives them on. */
static const char *expanded(struct kp_unit *u, const struct kp_piece *p, const struct list *names,
                            const struct list *values)
{
    const char *text = u->source.text;
    struct kp_str out = kp_str_new(u->arena);
    uint32_t at = p->is_function_like ? names->end : p->body.begin;

    if (!stay_as_written(u, at, p->body.end, names, values))
        return NULL;
    for (struct kp_token t = kp_lex(text, at, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, p->body.end)) {
        unsigned i = parameter_at(text, names, t);

        if (kp_token_is(text, t, "#") || kp_token_is(text, t, "##") ||
            is_same(text, t, p->names.list.v[0]) || kp_token_is(text, t, "__VA_ARGS__") ||
            kp_token_is(text, t, "_Pragma") || t.kind == KP_TOKEN_DIRECTIVE)
            return NULL;
        if (out.n) /* it begins where the macro stood */
            add_gap(&out, text, at, t.begin);
        if (i < names->n) {
            struct kp_span value = trimmed(text, values->of[i]);

            add_apart(&out, text + value.begin, value.end - value.begin);
        } else {
            add_apart(&out, text + t.begin, t.end - t.begin);
        }
        at = t.end;
        if (out.n > MOST_BYTES)
            return NULL;
    }
    return kp_str_text(&out);
}

/* ---- the function --------------------------------------------------------------------------- */

static bool launches(const struct kp_unit *u, const struct kp_node *n, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < u->parse.launches.n; i++)
        if (u->parse.launches.v[i].kernel == kernel && u->parse.launches.v[i].node &&
            kp_is_inside(u->parse.launches.v[i].node, n))
            return true;
    return false;
}

/* Puts the text in the place of the macro that stands there as a statement. */
static void expand(struct kp_unit *u, uint32_t begin, uint32_t end, struct kp_patches *out)
{
    const char *text = u->source.text, *body;
    struct kp_token word = kp_lex_code(text, begin, end), open;
    struct list names = {0}, values = {0};
    const struct kp_piece *p;

    if (word.kind != KP_TOKEN_IDENT || word.begin != begin ||
        (out->list.n && out->list.v[out->list.n - 1].span.end > begin))
        return;
    p = definition_of(u, kp_strndup(u->arena, text + word.begin, word.end - word.begin), begin);
    if (!p)
        return;
    values.end = word.end;
    if (p->is_function_like) {
        open = kp_lex(text, p->body.begin, p->body.end);
        if (!kp_token_is(text, open, "(") || !read_list(text, open, p->body.end, &names))
            return;
        open = kp_lex(text, word.end, end);
        if (!kp_token_is(text, open, "(") || !read_list(text, open, end, &values) ||
            names.n != values.n)
            return;
    }
    body = expanded(u, p, &names, &values);
    if (body)
        kp_patch(u, out, begin, values.end, body);
}

/* `launched`: only what launches this kernel; NULL: all. */
static void expand_in(struct kp_unit *u, const struct kp_node *n, uint32_t end,
                      const struct kp_sym *launched, struct kp_patches *out)
{
    if (n->file)
        return;
    kp_each_child(c, n)
    {
        bool stands = n->kind == KP_COMPOUND || (launched && n->kind == KP_CASE && c == n->last);

        if (stands && c->from_macro && !c->file) {
            if (!launched || launches(u, c, launched))
                expand(u, c->span.begin, end, out);
        } else if (!c->from_macro) {
            expand_in(u, c, end, launched, out);
        }
    }
}

static bool is_hidden_launch(const struct kp_launch *l, const struct kp_sym *kernel)
{
    return l->kernel == kernel && l->node && l->node->from_macro && !l->node->file;
}

/* In the functions that launch the kernel. */
static void expand_launches(struct kp_unit *u, const struct kp_sym *kernel, struct kp_patches *out)
{
    const struct kp_node *last = NULL;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        const struct kp_node *f = is_hidden_launch(l, kernel) ? kp_function_around(l->node) : NULL;

        if (!f || f == last || f->from_macro || f->kind != KP_FUNCTION)
            continue;
        last = f;
        expand_in(u, f->last, f->span.end, kernel, out);
    }
}

/* ---- the trees ------------------------------------------------------------------------------ */

static bool is_same_type(const struct kp_type *a, const struct kp_type *b)
{
    return a == b || (a && b && kp_streq(a->canonical, b->canonical));
}

/* Of an array's dimensions, which a macro's declaration does not show, the type tells. */
static bool are_alike(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_node *y = b->first;
    bool is_array = a->kind == KP_VAR && !a->has_init && !b->has_init && !a->n_children;

    if (a->kind != b->kind || a->op != b->op || a->has_init != b->has_init ||
        a->has_value != b->has_value || (a->has_value && a->value != b->value) ||
        !kp_streq(a->name ? a->name : "", b->name ? b->name : "") || !a->sym != !b->sym ||
        (a->sym && !kp_streq(a->sym->name, b->sym->name)) || !is_same_type(a->type, b->type) ||
        (a->n_children != b->n_children && !is_array))
        return false;
    kp_each_child(x, a)
    {
        if (!are_alike(x, y))
            return false;
        y = y->next;
    }
    return true;
}

/* True if the functions that launch kernels are the same. */
static bool launch_alike(const struct kp_unit *u, const struct kp_unit *v)
{
    const struct kp_node *last = NULL;

    if (u->parse.launches.n != v->parse.launches.n)
        return false;
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_node *a = u->parse.launches.v[i].node, *b = v->parse.launches.v[i].node;

        if (!a != !b)
            return false;
        a = a ? kp_function_around(a) : NULL;
        b = b ? kp_function_around(b) : NULL;
        if (!a != !b || (a && a != last && !are_alike(a, b)))
            return false;
        last = a;
    }
    return true;
}

/* ---- the text ------------------------------------------------------------------------------- */

/* A loop that has one buffer because a macro's text has launches. */
static bool has_hidden_launch(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < u->parse.launches.n; i++)
        if (l->outcome != KP_REFUSED && l->single_why.code == KP_CODE_KP503 &&
            is_hidden_launch(&u->parse.launches.v[i], l->function))
            return true;
    return false;
}

static struct kp_unit *made_expanded(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    struct kp_patches p = {0};
    struct kp_syms done = {0};
    struct kp_unit *v;
    const char *text;
    bool any_launch = false;

    (void)data;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_sym *s = u->loops.v[i]->function;

        wanted[i] = wanted[i] && s->decl && s->decl->kind == KP_FUNCTION && !s->decl->file;
        if (!wanted[i] || kp_has_sym(&done, s))
            continue;
        kp_add_sym(u, &done, s);
        if (has_hidden_launch(u, u->loops.v[i])) {
            any_launch = true;
            expand_launches(u, s, &p);
        } else
            expand_in(u, s->decl->last, s->decl->span.end, NULL, &p);
    }
    if (!p.list.n)
        return NULL;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    v->says_values = true;
    if (!kp_pipeline_derived(u, v, text, strlen(text), last))
        return NULL;
    if (any_launch && !launch_alike(u, v))
        return NULL;
    for (size_t i = 0; i < u->loops.n; i++)
        wanted[i] &= are_alike(u->loops.v[i]->function->decl, v->loops.v[i]->function->decl);
    return v;
}

static bool is_wanted(struct kp_unit *u, size_t i)
{
    const struct kp_loop *l = u->loops.v[i];

    return (l->outcome == KP_REFUSED && kp_is_refused_for(l, KP_CODE_KP601)) ||
           has_hidden_launch(u, l);
}

static bool may_help(struct kp_unit *v, size_t i, void *data)
{
    (void)data;
    return kp_may_be_helped(v->loops.v[i]);
}

static bool helps(struct kp_unit *v, size_t i, void *data)
{
    (void)data;
    return kp_is_pipelined(v->loops.v[i]) && (v->loops.v[i]->outcome == KP_REWRITTEN ||
                                              !has_hidden_launch(v->outer, v->outer->loops.v[i]));
}

bool kp_try_expanded(struct kp_unit *u)
{
    return kp_try_wording(u, &(struct kp_wording){KP_WORDS_EXPANDED, is_wanted, made_expanded,
                                                  may_help, helps, NULL});
}
