/* The conditions under which the blocks of a kernel may be merged, and under which its text can be
 * changed. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "fn/fn.h"
#include "front/lex.h"
#include "model/access.h"
#include "model/address.h"
#include "model/builds.h"
#include "model/named.h"
#include "model/own_text.h"
#include "model/waited.h"
#include "model/zero.h"

bool kp_refuse_merge(struct kp_merging *m, enum kp_code code, const struct kp_node *at,
                     const char *name)
{
    *m->why = kp_refusal_make(m->u, m->l, code, at, name);
    return false;
}

/* ---- effects -------------------------------------------------------------------------------- */

/* Refuses kernels whose blocks depend on each other, or whose order of effects is visible. */
static bool has_plain_effects(struct kp_merging *m)
{
    enum {
        REFUSED = KP_CTL_GOTO | KP_CTL_ORDER | KP_CTL_UNKNOWN | KP_CTL_ASM | KP_CTL_ASYNC |
                  KP_CTL_IO | KP_CTL_ASM_LABEL
    };
    const struct kp_effects *e = kp_function_effects(m->f);
    const struct kp_node *async = kp_find_async(m->u, m->f->body);

    if (async)
        return kp_refuse_merge(m, KP_CODE_KP901, async, kp_node_text(m->u, async));
    if (e->tells_block)
        return kp_refuse_merge(m, KP_CODE_KP901, e->tells_block,
                               kp_node_text(m->u, e->tells_block));
    for (size_t i = 0; i < e->control.n; i++)
        if (e->control.v[i].what & REFUSED)
            return kp_refuse_merge(m, KP_CODE_KP901, e->control.v[i].at,
                                   kp_node_text(m->u, e->control.v[i].at));
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (kp_is_store(a) && (!a->base || a->space == KP_SPACE_UNKNOWN))
            return kp_refuse_merge(m, KP_CODE_KP901, a->at, kp_node_text(m->u, a->at));
    }
    return kp_atomics_commute(m);
}

static bool names_index(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym->from_prelude &&
                            kp_streq(x->sym->name, "blockIdx")) return true;
    return false;
}

/* True if a function called from `n` reads blockIdx; its text is not the kernel's. */
static bool callee_asks(struct kp_merging *m, struct kp_func *f, const struct kp_node *n, int depth)
{
    enum { DEEPEST = 32 };
    struct kp_callees callees = {0};

    if (n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT)
        kp_callees_of(f, n, &callees);
    for (size_t i = 0; i < callees.list.n; i++) {
        const struct kp_sym *s = callees.list.v[i];
        struct kp_func *g = s->from_prelude ? NULL : kp_func_get(m->u, s, true);

        if (g &&
            (depth == DEEPEST || names_index(g->decl) || callee_asks(m, g, g->body, depth + 1)))
            return true;
    }
    kp_each_child(c, n) if (callee_asks(m, f, c, depth)) return true;
    return false;
}

/* True if all reads of blockIdx in the kernel's resolved tree are in the kernel's own text. A
 * default argument of a call is not. */
static bool asks_itself(const struct kp_merging *m, const struct kp_node *n)
{
    const struct kp_span own = m->f->body->span;

    if (n->kind == KP_REF && names_index(n) &&
        (n->file || n->span.begin < own.begin || n->span.end > own.end))
        return false;
    kp_each_child(c, n) if (!asks_itself(m, c)) return false;
    return true;
}

static bool is_known(struct kp_merging *m)
{
    struct kp_fns fns = kp_fn_instances(m->u, m->f->sym);

    if (!fns.n)
        return kp_refuse_merge(m, KP_CODE_KP903, NULL, "no instance of the template is visible");
    for (size_t i = 0; i < fns.n; i++) {
        if (fns.v[i]->unknown)
            return kp_refuse_merge(m, KP_CODE_KP903, NULL,
                                   kp_sprintf(m->u->arena,
                                              "kpipe does not understand all of the kernel (%s)",
                                              fns.v[i]->unknown));
        if (!asks_itself(m, fns.v[i]->function))
            return kp_refuse_merge(m, KP_CODE_KP903, NULL, "a default argument reads blockIdx");
    }
    return !callee_asks(m, m->f, m->f->body, 0) ||
           kp_refuse_merge(m, KP_CODE_KP903, NULL, "a function that it calls reads blockIdx");
}

/* ---- text ----------------------------------------------------------------------------------- */

static const char *odd_kind(const struct kp_node *n)
{
    if (n->kind == KP_LAMBDA)
        return "a closure may use a variable that would have several copies";
    if (n->kind == KP_NEW_DELETE || n->kind == KP_UNKNOWN || n->kind == KP_THIS)
        return "kpipe does not understand all of the kernel";
    if (n->kind == KP_OTHER_DECL && n->n_children)
        return "a class is defined in it";
    if (n->kind == KP_VAR && n->sym && n->sym->is_static && n->sym->space != KP_SPACE_SHARED)
        return "a static variable belongs to all blocks";
    return NULL;
}

/* blockIdx as a whole. */
static bool is_bare_index(const struct kp_node *n)
{
    return n->kind == KP_REF && n->sym && n->sym->from_prelude &&
           kp_streq(n->sym->name, "blockIdx") &&
           !(n->parent && kp_builtin_axis(n->parent, "blockIdx"));
}

static bool has_plain_tree(struct kp_merging *m, const struct kp_node *n)
{
    const char *why = is_bare_index(n) ? "it uses blockIdx as a whole" : odd_kind(n);

    if (kp_builtin_axis(n, "blockIdx") && kp_gets_other_name(n))
        why = "blockIdx may be reached by another name there";

    if (why || n->file)
        return kp_refuse_merge(m, KP_CODE_KP903, n, why ? why : "a part of it is in a header");
    kp_each_child(c, n) if (!has_plain_tree(m, c)) return false;
    return true;
}

static bool has_plain_text(struct kp_merging *m)
{
    static const char *const words[] = {"decltype",         "typeof",         "__typeof__",
                                        "__cluster_dims__", "__block_size__", "asm",
                                        "__typeof"};
    const char *s = m->u->source.text;
    uint32_t end = m->f->decl->span.end;
    struct kp_builds builds;

    for (size_t i = 0; i < m->u->parse.holes.n; i++)
        if (m->u->parse.holes.v[i].function == m->f->sym)
            return kp_refuse_merge(m, KP_CODE_KP903, NULL,
                                   "kpipe does not understand all of the kernel");
    kp_builds_of(m->u, m->f->sym, &builds);
    if (builds.broken || kp_has_builds(&builds))
        return kp_refuse_merge(m, KP_CODE_KP903, NULL,
                               "in other builds, #if may change the kernel");
    for (struct kp_token t = kp_lex(s, m->f->decl->span.begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, end)) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (kp_token_is(s, t, words[i]))
                return kp_refuse_merge(m, KP_CODE_KP903, NULL,
                                       kp_sprintf(m->u->arena, "'%s' stands in it", words[i]));
        if (t.kind == KP_TOKEN_DIRECTIVE && !kp_token_is(s, kp_lex_directive(s, t), "pragma"))
            return kp_refuse_merge(m, KP_CODE_KP903, NULL, "it contains a preprocessor directive");
    }
    return true;
}

bool kp_may_be_merged(struct kp_merging *m)
{
    const struct kp_func *f = m->f;

    if (!f->sym->is_kernel || f->decl->file || !f->body || f->body->kind != KP_COMPOUND ||
        f->decl->from_macro || kp_is_hidden(m->u, f->decl, "blockIdx") ||
        kp_is_hidden(m->u, f->decl, "gridDim"))
        return kp_refuse_merge(m, KP_CODE_KP903, NULL, "it is not a plain kernel of this file");
    if (m->l->by_warps)
        return kp_refuse_merge(m, KP_CODE_KP903, NULL, "its tiles are those of single warps");
    if (f->tests.n)
        return kp_refuse_merge(
            m, KP_CODE_KP903, NULL,
            "only a run-time test shows that the parts of a shared buffer do not overlap");
    return is_known(m) && has_plain_text(m) && has_plain_tree(m, f->body) && has_plain_effects(m);
}

/* ---- what was found ------------------------------------------------------------------------- */

static const struct kp_merged_region *region_at(const struct kp_merging *m, const struct kp_node *n)
{
    for (size_t i = 0; i < m->regions.n; i++) {
        const struct kp_merged_region *r = &m->regions.v[i];

        for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next)
            if (kp_is_inside(n, c))
                return r;
    }
    return NULL;
}

/* Statements that all sub-blocks run together must not be where only some of them arrive. */
static bool keeps_control(struct kp_merging *m, const struct kp_merged_region *r,
                          const struct kp_node *n)
{
    enum { REFUSED = KP_CTL_BARRIER | KP_CTL_RETURN | KP_CTL_BREAK | KP_CTL_CONTINUE };
    struct kp_effects e = {0};

    kp_effects_of(m->f, n, &e);
    for (size_t i = 0; i < e.control.n; i++)
        if (e.control.v[i].what & REFUSED &&
            !(kp_is_tail(m, r) && kp_returns_can_continue(m, e.control.v[i].at)))
            return kp_refuse_merge(m, KP_CODE_KP902, e.control.v[i].at,
                                   kp_node_text(m->u, e.control.v[i].at));
    for (size_t i = 0; i < e.access.n && r->stores && !kp_is_tail(m, r); i++) {
        const struct kp_access *x = &e.access.v[i];

        if (kp_is_store(x) && x->base &&
            (x->space == KP_SPACE_LOCAL || x->space == KP_SPACE_SHARED) &&
            !kp_is_private_of(m, r, x->base))
            return kp_refuse_merge(m, KP_CODE_KP903, x->at,
                                   "one statement both stores a result and sets a variable");
    }
    return true;
}

/* True if a macro that the kernel uses, directly or indirectly, has # or ##. */
static bool has_odd_macro(struct kp_merging *m)
{
    const struct kp_named_pieces *macros = &kp_names_of(m->u, m->f->sym, KP_NAMED_MACROS)->pieces;

    for (size_t i = 0; i < macros->n; i++) {
        const struct kp_span s = macros->v[i].piece->body;

        if (memchr(macros->v[i].text + s.begin, '#', s.end - s.begin))
            return true;
    }
    return false;
}

/* True if the name at `n` can be replaced. It may be a macro's argument, which then becomes longer.
 */
static bool can_rename(struct kp_merging *m, const struct kp_node *n)
{
    const char *is = kp_span_text(m->u, n->span);

    if (!n->from_macro && (n->kind != KP_REF || kp_streq(is, n->sym->name)) &&
        (kp_owns_text(m->u, n) || !has_odd_macro(m)))
        return true;
    return kp_refuse_merge(m, KP_CODE_KP903, n,
                           "a macro uses a variable that would have several copies");
}

static bool can_rename_all(struct kp_merging *m, const struct kp_node *n)
{
    const struct kp_merged_region *r = region_at(m, n);
    bool names = n->kind == KP_REF && n->sym && n->sym->id < kp_sym_count(m->u) &&
                 (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) &&
                 m->varies[n->sym->id];

    if (kp_builtin_axis(n, "blockIdx") && (kp_runs_along(m, n) & m->all))
        return can_rename(m, n);
    if (names && (!r || !kp_is_private_of(m, r, n->sym)) && !can_rename(m, n))
        return false;
    kp_each_child(c, n) if (!can_rename_all(m, c)) return false;
    return true;
}

/* True if the array's initialiser is right for every copy. */
static bool is_zero_list(struct kp_merging *m, const struct kp_node *init)
{
    if (init->kind != KP_INIT_LIST)
        return false;
    kp_each_child(c, init) if (c->kind == KP_INIT_LIST ? !is_zero_list(m, c)
                                                       : !kp_is_zero_value(m->f, c)) return false;
    return true;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The alignment that the array's declaration, casts and accesses require; what a call with a rule
 * requires is not known. */
static int64_t asked_alignment(struct kp_merging *m, const struct kp_sym *s)
{
    enum { OF_CALLS = 128 };
    const struct kp_effects *e = kp_function_effects(m->f);
    struct kp_fns fns = kp_fn_instances(m->u, m->f->sym);
    struct kp_trace trace = {0};
    int64_t most = s->alignment < 0 ? OF_CALLS : s->alignment;

    for (size_t i = 0; i < fns.n; i++)
        for (size_t k = 0; k < fns.v[i]->objects.n; k++)
            if (kp_as_written(fns.v[i]->objects.v[k].sym) == s)
                most = larger(most, kp_fn_promised(fns.v[i], (uint32_t)k));
    kp_trace_address(m->u, s, &trace);
    if (trace.bits)
        return KP_ADDRESS_BITS;
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_node *at = e->access.v[i].in ? e->access.v[i].in : e->access.v[i].at;
        int64_t align = at->type && at->type->size > 0 ? at->type->align : OF_CALLS;

        if (e->access.v[i].base == s)
            most = larger(most, align);
    }
    return most;
}

/* A copy is at a multiple of the array's size after the first one. */
static bool keeps_alignment(struct kp_merging *m, const struct kp_sym *s)
{
    int64_t asked = asked_alignment(m, s);

    return asked < 2 || (s->type->size > 0 && s->type->size % asked == 0);
}

/* True if `=` follows the name. */
static bool is_assigned(struct kp_merging *m, const struct kp_node *v)
{
    const char *s = m->u->source.text;
    struct kp_declaration d;

    kp_cut_declaration(m->u, v->parent, &d);
    for (size_t i = 0; i < d.list.n; i++)
        if (d.list.v[i].var == v)
            return kp_token_is(s, kp_lex_code(s, d.list.v[i].name.end, d.list.v[i].span.end), "=");
    return false;
}

static bool names_varying(const struct kp_merging *m, const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym->id < kp_sym_count(m->u) &&
                            m->varies[x->sym->id]) return true;
    return false;
}

/* The initial value of a copy is assigned. For a user-defined record, operator= may differ from
 * initialisation. */
static bool is_first_value(const struct kp_node *v)
{
    const struct kp_type *t = v->sym->type;

    return t->kind != KP_TYPE_RECORD || (t->decl && t->decl->from_prelude);
}

static const char *odd_declaration(struct kp_merging *m, const struct kp_node *v)
{
    const struct kp_type *t = v->sym->type, *element = t;
    struct kp_declaration d;

    while (element && element->kind == KP_TYPE_ARRAY)
        element = element->elem;
    if (v->from_macro || v->parent->kind != KP_DECL_STMT || v->parent->from_macro ||
        !kp_cut_declaration(m->u, v->parent, &d))
        return "its declaration cannot be rewritten";
    for (unsigned i = 0; i < v->sym->n_dims; i++)
        if (kp_child(v, i) && names_varying(m, kp_child(v, i)))
            return "its size depends on a variable that would have several copies";
    if (v->sym->space == KP_SPACE_SHARED && v->sym->is_extern)
        return "it is dynamic shared memory";
    if (v->sym->space == KP_SPACE_SHARED && region_at(m, v))
        return "it is shared memory declared in a statement that depends on the block";
    if (v->sym->space == KP_SPACE_SHARED)
        return keeps_alignment(m, v->sym) ? NULL : "its copies would be less aligned than it is";
    if (!element || element->kind == KP_TYPE_REFERENCE || element->is_volatile ||
        v->sym->n_aligned || v->sym->is_constexpr ||
        (element->kind == KP_TYPE_RECORD &&
         (!element->starts_unset || !element->copies_bits || element->ends_in_code)))
        return "its type does not allow several copies";
    if (v->sym->n_dims)
        return element->is_const || (v->has_init && !is_zero_list(m, v->last))
                   ? "its initialiser is not zero"
                   : NULL;
    if (v->has_init && (v->last->kind == KP_INIT_LIST || !is_assigned(m, v) || !is_first_value(v)))
        return "its initialiser cannot be written as an assignment";
    if (!kp_keeps_const(m, v->sym))
        return "it is const, and the code that it is passed to may depend on that";
    return kp_starts_with(kp_declare(m->u, v->sym, "x"), "auto") ? "its type cannot be written here"
                                                                 : NULL;
}

/* True if `n` names another symbol with the name of `s`. */
static bool names_another(const struct kp_node *n, const struct kp_sym *s)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym != s &&
                            kp_streq(x->sym->name, s->name)) return true;
    return false;
}

/* Its declaration moves to the front of the region. */
static bool hides_another(const struct kp_merged_region *r, const struct kp_sym *s)
{
    for (const struct kp_node *c = r ? r->first : NULL; c; c = c == r->last ? NULL : c->next)
        if (names_another(c, s))
            return true;
    return false;
}

static bool can_declare_all(struct kp_merging *m, const struct kp_node *n)
{
    const struct kp_merged_region *r = region_at(m, n);
    const char *why;

    if (n->kind == KP_VAR && n->sym && m->varies[n->sym->id] &&
        (!r || !kp_is_private_of(m, r, n->sym)) &&
        (why = hides_another(r, n->sym) ? "it hides a name that is used before it"
                                        : odd_declaration(m, n)))
        return kp_refuse_merge(m, KP_CODE_KP903, n,
                               kp_sprintf(m->u->arena, "'%s': %s", n->sym->name, why));
    kp_each_child(c, n) if (!can_declare_all(m, c)) return false;
    return true;
}

/* Only the kernel's own variables and parameters can exist several times. */
static bool owns_all(struct kp_merging *m)
{
    for (size_t i = 0; i < m->u->parse.syms.n; i++) {
        const struct kp_sym *s = m->u->parse.syms.v[i];

        if (!s || !m->varies[s->id] || s->whole || kp_declared_in(s, m->f->body))
            continue;
        if (s->kind != KP_SYM_PARAM || !kp_is_param_of(m->f, s) || s->n_dims ||
            s->type->kind == KP_TYPE_RECORD || s->type->kind == KP_TYPE_REFERENCE ||
            strpbrk(kp_declare(m->u, s, "x"), "[(") ||
            kp_starts_with(kp_declare(m->u, s, "x"), "auto"))
            return kp_refuse_merge(
                m, KP_CODE_KP903, NULL,
                kp_sprintf(m->u->arena, "'%s' would need several copies", s->name));
    }
    return true;
}

int kp_merged_copies(const struct kp_merging *m, unsigned along)
{
    int n = 1;

    for (int a = 0; a < KP_AXES; a++)
        n *= along & (1u << a) ? m->factor[a] : 1;
    return n;
}

static const char *letters(const struct kp_merging *m, unsigned along)
{
    int a = 0;

    while (!(along & (1u << a)))
        a++;
    return kp_sprintf(m->u->arena, "%c", kp_axis_letter(a));
}

/* Shared memory, and whether any of it is shared by sub-blocks. */
static bool is_worth_it(struct kp_merging *m)
{
    const struct kp_shared *shared = kp_shared_of(m->u, m->f->sym);
    unsigned seen = m->all;
    bool more = false;
    int64_t bytes;

    for (size_t i = 0; i < m->l->tiles.n; i++)
        seen &= m->varies[m->l->tiles.v[i]->sym->id];
    if (seen)
        return kp_refuse_merge(m, KP_CODE_KP905, NULL, letters(m, seen));
    for (size_t i = 0; i < shared->vars.n; i++)
        more |= m->varies[shared->vars.v[i]->id] != 0;
    if (more && shared->has_dynamic)
        return kp_refuse_merge(m, KP_CODE_KP903, NULL,
                               "launches request dynamic shared memory, and its size is unknown");
    bytes = kp_most_merged_bytes(m, shared);
    if (more && bytes < 0) /* one that has no copies takes room beside those that have */
        return kp_refuse_merge(m, KP_CODE_KP904, NULL, "a size that is not known");
    return bytes <= KP_MOST_STATIC ||
           kp_refuse_merge(m, KP_CODE_KP904, NULL,
                           kp_sprintf(m->u->arena, "%lld bytes", (long long)bytes));
}

bool kp_can_be_printed(struct kp_merging *m)
{
    unsigned asked = 0; /* the axes by which the blocks differ at all */

    for (size_t i = 0; i < m->regions.n; i++) {
        const struct kp_merged_region *r = &m->regions.v[i];

        if (!kp_owns_its_text(m, r))
            return false;
        for (const struct kp_node *c = r->first; c; c = c == r->last ? NULL : c->next)
            if (!keeps_control(m, r, c))
                return false;
    }
    for (int a = 0; a < KP_AXES; a++)
        asked |= kp_names_axis(m->f->body, "blockIdx", kp_axis_letter(a)) ? 1u << a : 0;
    if (m->all & ~asked)
        return kp_refuse_merge(m, KP_CODE_KP905, NULL, letters(m, m->all & ~asked));
    return is_worth_it(m) && owns_all(m) && can_rename_all(m, m->f->body) &&
           can_declare_all(m, m->f->body) && kp_names_are_seen(m);
}
