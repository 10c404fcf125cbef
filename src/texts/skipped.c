/* Loops that pass over iterations: what `if (c) continue;` at the head of the body decides, or an
 * `if (c)` around all of it, a closure decides, which moves the counter to the next iteration that
 * does something. All is evaluated as often as before, in the same order, but for the condition of
 * the header and for declarations, which have no effect. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/elsewhere.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/named.h"
#include "model/own_text.h"
#include "model/says.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/texts.h"

struct skipping {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_node *loop, *body;
    const struct kp_node *last;   /* the last statement that decides */
    const struct kp_node *around; /* the IF with the rest of the body in it; NULL: there is none */
    struct kp_counted count;
    const char *name, *type; /* of the closure; of the counter */
};

/* ---- what may be evaluated elsewhere -------------------------------------------------------- */

/* A closure that captures by reference may name it, without another meaning. */
static bool is_nameable(const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    bool is_kind =
        s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM || s->kind == KP_SYM_FUNCTION ||
              s->kind == KP_SYM_TVALUE || s->kind == KP_SYM_ENUMERATOR);
    bool is_variable = s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM);

    return n->kind != KP_REF || (is_kind && (!is_variable || s->from_prelude || !s->decl ||
                                             s->decl->kind == KP_VAR || s->decl->kind == KP_PARAM));
}

/* It has no effect, and stores to nothing but variables that it declares: the closure evaluates it
 * in place of the body, or beside it. */
static bool is_pure(const struct skipping *s, const struct kp_node *n)
{
    const uint64_t no = KP_BIT(KP_LAMBDA) | KP_BIT(KP_UNKNOWN) | KP_BIT(KP_ASM) |
                        KP_BIT(KP_OPCALL) | KP_BIT(KP_CONSTRUCT) | KP_BIT(KP_NEW_DELETE) |
                        KP_BIT(KP_THIS);
    struct kp_effects e = {0};

    if (kp_holds(n, no))
        return false;
    kp_each_below(x, n) if (!is_nameable(x)) return false;
    kp_effects_of(s->f, n, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (kp_is_store(a) && (!a->base || a->at != a->base->decl || !kp_declared_in(a->base, n)))
            return false;
    }
    return !e.control.n;
}

static bool has_own_text(const struct skipping *s, const struct kp_node *n)
{
    return !n->file && !n->from_macro && kp_owns_text(s->u, n);
}

/* Variables that are numbers, which evaluating twice leaves what they are. */
static bool is_declaration(const struct skipping *s, const struct kp_node *n)
{
    if (n->kind != KP_DECL_STMT || n->from_macro || n->file)
        return false;
    kp_each_child(v, n) if (v->kind != KP_VAR || !v->sym || !v->has_init || v->sym->n_dims ||
                            v->sym->is_static || v->sym->space != KP_SPACE_LOCAL ||
                            !kp_is_number(v->sym->type) || v->sym->type->is_volatile) return false;
    return is_pure(s, n);
}

/* An `if` of the language's own, without an else, which declares nothing. */
static bool is_plain_if(const struct skipping *s, const struct kp_node *n)
{
    const uint64_t declares = KP_BIT(KP_VAR) | KP_BIT(KP_DECL_STMT);

    return n->kind == KP_IF && !n->is_constexpr_if && n->n_children >= 3 && !n->file &&
           !n->from_macro && kp_child(n, 0)->kind == KP_NONE &&
           (n->n_children == 3 || kp_child(n, 3)->kind == KP_NONE) &&
           kp_is_number(kp_child(n, 1)->type) && !kp_holds(kp_child(n, 1), declares) &&
           has_own_text(s, kp_child(n, 1)) && is_pure(s, kp_child(n, 1));
}

static bool continues_on(const struct skipping *s, const struct kp_node *n)
{
    const struct kp_node *way = is_plain_if(s, n) ? kp_only_continue(n) : NULL;

    return way && !way->from_macro;
}

/* Finds the statements that decide whether the iteration does something. */
static bool find_deciding(struct skipping *s)
{
    for (const struct kp_node *n = s->body->first; n; n = n->next) {
        if (continues_on(s, n) && n->next) {
            s->last = n;
        } else if (!n->next && is_plain_if(s, n) && kp_child(n, 2)->kind == KP_COMPOUND &&
                   !kp_child(n, 2)->from_macro) {
            s->around = s->last = n;
        } else if (!is_declaration(s, n)) {
            break;
        }
    }
    return s->last;
}

/* The header counts one variable, which nothing else names, and may be written twice. */
static bool has_plain_header(struct skipping *s)
{
    const struct kp_node *init = kp_loop_init(s->loop), *step = kp_loop_step(s->loop);
    const struct kp_node *c = kp_loop_condition(s->loop);
    const struct kp_node *scope;

    if (!init || !step || !c || !has_own_text(s, step) || !has_own_text(s, c) ||
        !kp_counts_by_itself(s->f, s->loop, &s->count) || !has_own_text(s, s->count.from) ||
        s->count.from->kind == KP_INIT_LIST || s->count.from->kind == KP_CONSTRUCT ||
        (s->count.from->kind == KP_BINARY && s->count.from->op == KP_OP_COMMA) ||
        s->count.v->is_static || s->count.v->space != KP_SPACE_LOCAL)
        return false;
    scope = kp_declared_in(s->count.v, s->loop) ? s->loop : kp_function_around(s->loop);
    s->type = kp_type_in_front(s->u, s->loop, s->count.v->type);
    kp_each_below(x, c) if (!is_nameable(x)) return false;
    kp_each_below(x, step) if (!is_nameable(x)) return false;
    return s->type && scope && !kp_is_exposed(scope, s->count.v);
}

/* ---- the text ------------------------------------------------------------------------------- */

static bool names_one_of(struct kp_unit *u, const struct kp_node *n,
                         const struct kp_node *declaration)
{
    const struct kp_span text = {n->span.begin, kp_stmt_end(u, n)};

    kp_each_child(v, declaration) if (kp_text_says(u, text, NULL, v->sym->name)) return true;
    return false;
}

/* Something of the body that stays names a variable of the declaration: what stands behind the
 * deciding statements, or a declaration between them that is needed itself. */
static bool is_needed(const struct skipping *s, const struct kp_node *declaration)
{
    bool is_behind = false;

    for (const struct kp_node *n = declaration->next; n; n = n->next) {
        const struct kp_node *stays = n == s->around ? kp_child(n, 2) : n;

        is_behind |= n == s->around;
        if ((is_behind || (n->kind == KP_DECL_STMT && is_needed(s, n))) &&
            names_one_of(s->u, stays, declaration))
            return true;
        is_behind |= n == s->last;
    }
    return false;
}

static void remove_text(const struct skipping *s, struct kp_patches *p, const struct kp_node *n)
{
    struct kp_span span =
        kp_removed_with(s->u, (struct kp_span){n->span.begin, kp_stmt_end(s->u, n)});

    kp_patch(s->u, p, span.begin, span.end, "");
}

/* The text but for blanks and line ends at its end. */
static const char *without_end(const struct skipping *s, const char *text)
{
    size_t n = strlen(text);

    while (n && strchr(" \t\r\n", text[n - 1]))
        n--;
    return kp_strndup(s->u->arena, text, n);
}

/* The user's statements, one more level to the right, and the way out of the loop around them. */
static const char *deciding_text(const struct skipping *s, const char *indent, const char *unit)
{
    const struct kp_node *first = s->body->first;
    struct kp_span span = {first->span.begin, kp_stmt_end(s->u, s->last)};
    const char *nl = kp_newline(s->u), *text, *end = "break;";

    if (kp_heads_line(s->u, span.begin))
        span.begin = kp_line_begin(s->u, span.begin);
    if (s->around)
        span.end = s->around->span.begin;
    text = without_end(s, kp_indented(s->u, kp_span_text(s->u, span), unit));
    if (s->around)
        end = kp_sprintf(s->u->arena, "if (%s)%s%s%s%s%sbreak;",
                         kp_span_text(s->u, kp_child(s->around, 1)->span), nl, indent, unit, unit,
                         unit);
    return kp_sprintf(s->u->arena, "%s%s%s%s%s%s%s", text, *text ? nl : "", indent, unit, unit, end,
                      nl);
}

static const char *closure_text(const struct skipping *s)
{
    struct kp_arena *a = s->u->arena;
    const char *nl = kp_newline(s->u), *unit = kp_indent_unit(s->u, s->loop);
    const char *indent = kp_indent_of(s->u, s->loop->span.begin), *counter = s->count.v->name;
    const char *header =
        kp_sprintf(a, "for (; %s; %s) {", kp_span_text(s->u, kp_loop_condition(s->loop)->span),
                   kp_span_text(s->u, kp_loop_step(s->loop)->span));

    return kp_sprintf(a,
                      "%s// the next iteration that does something%s"
                      "%sauto %s = [&](%s %s) __attribute__((always_inline)) {%s"
                      "%s%s%s%s%s%s%s}%s%s%sreturn %s;%s%s};%s",
                      indent, nl, indent, s->name, s->type, counter, nl, indent, unit, header, nl,
                      deciding_text(s, indent, unit), indent, unit, nl, indent, unit, counter, nl,
                      indent, nl);
}

static void write(const struct skipping *s, struct kp_patches *p)
{
    struct kp_unit *u = s->u;
    const struct kp_node *from = s->count.from, *step = kp_loop_step(s->loop), *next;
    const char *counter = s->count.v->name;
    bool has_pragma = s->l->pragma.end > s->l->pragma.begin;
    uint32_t at = kp_line_begin(u, has_pragma ? s->l->pragma.begin : s->loop->span.begin);
    const char *indent = kp_indent_of(u, s->loop->span.begin), *nl = kp_newline(u);

    if (s->loop->parent->kind == KP_COMPOUND) {
        kp_patch(u, p, at, at, closure_text(s));
    } else {
        kp_patch(u, p, at, at, kp_sprintf(u->arena, "%s{%s%s", indent, nl, closure_text(s)));
        kp_patch(u, p, s->loop->span.end, s->loop->span.end,
                 kp_sprintf(u->arena, "%s%s}", nl, indent));
    }
    kp_patch(u, p, from->span.begin, from->span.end,
             kp_sprintf(u->arena, "%s(%s)", s->name, kp_span_text(u, from->span)));
    kp_patch(u, p, step->span.end, step->span.end,
             kp_sprintf(u->arena, ", %s = %s(%s)", counter, s->name, counter));
    for (const struct kp_node *n = s->body->first; n; n = n == s->last ? NULL : next) {
        next = n->next;
        if (n == s->around)
            kp_patch(u, p, n->span.begin, kp_child(n, 2)->span.begin, "");
        else if (n->kind == KP_IF || !is_needed(s, n))
            remove_text(s, p, n);
    }
}

bool kp_skip_iterations(struct kp_unit *u, const struct kp_loop *l, struct kp_names *names,
                        struct kp_patches *p)
{
    const struct kp_node *n = l->node, *body = kp_loop_body(n);
    struct skipping s = {.u = u, .l = l, .loop = n, .body = body};
    uint32_t begin = l->pragma.end > l->pragma.begin ? l->pragma.begin : n->span.begin;

    s.f = kp_func_get(u, l->function, false);
    if (!s.f || n->kind != KP_FOR || n->file || n->from_macro || !body ||
        body->kind != KP_COMPOUND || body->from_macro || !body->first ||
        !(n->parent->kind == KP_COMPOUND || n->parent->kind == KP_IF || kp_is_loop(n->parent)) ||
        kp_is_argument(u, n->span) || !find_deciding(&s) ||
        kp_lex_has_directive(u->source.text, n->span.begin,
                             s.around ? kp_child(s.around, 2)->span.begin
                                      : kp_stmt_end(u, s.last)) ||
        kp_is_argument(u, (struct kp_span){body->first->span.begin, kp_stmt_end(u, s.last)}) ||
        !kp_heads_line(u, begin) || !has_plain_header(&s))
        return false;
    kp_names_function(names, l->function);
    s.name = kp_name(names, "kp_skip");
    write(&s, p);
    return true;
}
