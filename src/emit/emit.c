/* The emit pass: planned loops to edits, edits to the output. */
#include "emit/emit.h"
#include "model/refuse.h"
#include "front/tree.h"

bool kp_cannot(struct kp_emitter *e, enum kp_code code, const struct kp_node *at, const char *name)
{
    kp_refuse(e->u, e->l, code, at, name);
    e->l->outcome = KP_REFUSED;
    return false;
}

bool kp_is_async(const struct kp_tile *t)
{
    return t->variant == KP_VARIANT_CP_ASYNC;
}

bool kp_is_hoisted(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->hoisted.n; i++)
        if (l->hoisted.v[i] == n)
            return true;
    return false;
}

static bool is_planned(const struct kp_loop *l)
{
    return !l->refusals.n && kp_is_pipelined(l);
}

/* ---- one loop ----------------------------------------------------------------------------- */

static void start(struct kp_emitter *e)
{
    e->body = kp_loop_body(e->l->node);
    e->nl = kp_newline(e->u);
    e->indent = kp_indent_of(e->u, e->l->node->span.begin);
    e->unit = kp_indent_unit(e->u, e->l->node);
    for (size_t i = 0; i < e->l->tiles.n; i++) {
        enum kp_variant v = e->l->tiles.v[i]->variant;

        e->any_async = e->any_async || v == KP_VARIANT_CP_ASYNC;
        e->any_regs = e->any_regs || v != KP_VARIANT_CP_ASYNC;
        e->any_single = e->any_single || v == KP_VARIANT_SINGLE;
        e->any_staged = e->any_staged || v != KP_VARIANT_SINGLE;
    }
}

static bool is_auto(const char *declaration)
{
    return kp_starts_with(declaration, "auto ");
}

/* What the lambdas get by value has a type that can be written, or it is a parameter of auto, which
 * C++14 brought. */
static bool may_have_parameters(struct kp_emitter *e)
{
    const struct kp_sym *odd = NULL;

    if (!e->u->parse.is_11)
        return true;
    for (size_t i = 0; i < e->l->carried.n; i++)
        if (is_auto(kp_declare_carry(e->u, &e->l->carried.v[i], "x")))
            odd = e->l->carried.v[i].sym;
    for (size_t i = 0; i < e->snapshot.list.n; i++)
        if (is_auto(kp_declare(e->u, e->snapshot.list.v[i], "x")))
            odd = e->snapshot.list.v[i];
    for (const struct kp_node *v = e->header.declared ? e->header.declared->first : NULL; v;
         v = v->next)
        if (is_auto(kp_declare(e->u, v->sym, "x")))
            odd = v->sym;
    return !odd || kp_cannot(e, KP_CODE_KP606, odd->decl, odd->name);
}

static bool make_parts(struct kp_emitter *e)
{
    enum kp_ablation ablation = kp_ablation_of(e);

    if (kp_is_ring(e->l->plan.shape)) {
        if (!kp_find_cursor(e) || !kp_find_needs(e))
            return false;
        kp_make_part(e, KP_PART_LOAD, kp_name(e->names, "kp_load"));
        kp_make_part(e, KP_PART_RING, NULL);
        if (ablation == KP_ABLATION_LOAD)
            kp_keep_tiles(e, KP_PART_RING);
        return !e->l->refusals.n;
    }
    if (!kp_may_carry(e) || !kp_find_needs(e) || !kp_find_registers(e) || !may_have_parameters(e))
        return false;
    if (e->any_regs) {
        kp_make_part(e, KP_PART_FETCH, kp_name(e->names, "kp_fetch"));
        kp_make_part(e, KP_PART_STORE, kp_name(e->names, "kp_store"));
    } else {
        kp_make_part(e, KP_PART_LOAD, kp_name(e->names, "kp_load"));
    }
    kp_make_part(e, KP_PART_COMPUTE, kp_name(e->names, "kp_compute"));
    if (ablation == KP_ABLATION_LOAD)
        kp_keep_tiles(e, KP_PART_COMPUTE);
    if (ablation == KP_ABLATION_COMPUTE) {
        if (!kp_find_advance(e))
            return false;
        kp_make_part(e, KP_PART_ADVANCE, kp_name(e->names, "kp_advance"));
    }
    return !e->l->refusals.n;
}

static void name_stages(struct kp_emitter *e)
{
    bool ring = kp_is_ring(e->l->plan.shape);

    e->count = e->l->plan.static_guard ? kp_inner_name(e->names, "kp_stages")
                                       : kp_sprintf(e->u->arena, "%d", e->l->plan.stages);
    e->stage = ring || e->stage_outlives ? kp_name(e->names, "kp_stage")
                                         : kp_inner_name(e->names, "kp_stage");
    e->next = ring ? kp_name(e->names, "kp_next") : NULL;
}

/* Declarations of shared memory in the body stand once, before the lambdas. */
static void add_hoisted(struct kp_emitter *e, struct kp_str *out,
                        const struct kp_storages *storages)
{
    for (size_t i = 0; i < e->l->hoisted.n; i++) {
        const struct kp_node *n = e->l->hoisted.v[i];
        const char *text =
            kp_span_text(e->u, (struct kp_span){n->span.begin, kp_stmt_end(e->u, n)});

        for (size_t k = 0; k < storages->list.n; k++)
            if (storages->list.v[k]->stmt == n)
                text = kp_storage_text(e->u, storages->list.v[k], e->indent);
        kp_line(e, out, 0, "%s", text);
    }
}

/* True if what moves from the body to in front of the lambdas declares names of the user's. */
static bool hoists_names(const struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->hoisted.n; i++)
        kp_each_child(v, e->l->hoisted.v[i]) if (v->kind == KP_VAR &&
                                                 !kp_is_staged(e, v->sym)) return true;
    return false;
}

bool kp_may_jump_past(const struct kp_emitter *e, const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    return p->kind != KP_COMPOUND || (p->parent && p->parent->kind == KP_SWITCH) ||
           kp_holds(e->l->function->decl, KP_BIT(KP_GOTO));
}

bool kp_needs_braces(const struct kp_emitter *e)
{
    return hoists_names(e) || kp_may_jump_past(e, e->l->node);
}

/* The span that makes way: whole lines where the loop has its lines to itself. */
static struct kp_span replaced(const struct kp_emitter *e)
{
    const struct kp_loop *l = e->l;
    struct kp_span s = {l->node->span.begin, kp_stmt_end(e->u, l->node)};

    if (l->pragma.end > l->pragma.begin)
        s.begin = l->pragma.begin;
    if (kp_heads_line(e->u, s.begin))
        s.begin = kp_line_begin(e->u, s.begin);
    while (s.begin > 0 && strchr(" \t", e->u->source.text[s.begin - 1]))
        s.begin--;
    return s;
}

/* Braces around an unbraced body stand where its `if` does. */
static const char *brace_indent(const struct kp_emitter *e)
{
    const struct kp_node *p = e->l->node->parent;

    return p->kind == KP_COMPOUND ? e->indent : kp_indent_of(e->u, p->span.begin);
}

/* Where the block ends in which the loop stands. */
static void close_block(struct kp_emitter *e)
{
    uint32_t at = e->l->node->parent->span.end - 1;
    bool own_line = kp_heads_line(e->u, at);

    if (own_line)
        at = kp_line_begin(e->u, at);
    kp_edit(e->u, at, at, own_line ? kp_sprintf(e->u->arena, "%s}%s", e->indent, e->nl) : "} ");
}

static void add_pipelined(struct kp_emitter *e, struct kp_str *out)
{
    struct kp_str own = kp_str_new(e->u->arena), *to = e->l->version ? &own : out;

    if (kp_is_ring(e->l->plan.shape))
        kp_ring(e, to);
    else
        kp_split(e, to);
    if (e->l->version)
        kp_add_versions(e, out, kp_str_text(&own));
}

static void edit_loop(struct kp_emitter *e, const struct kp_storages *storages)
{
    struct kp_str out = kp_str_new(e->u->arena);
    struct kp_span span = replaced(e);
    const char *text, *constants;

    if (span.begin != kp_line_begin(e->u, span.begin))
        kp_str_add(&out, e->nl);
    if (kp_needs_braces(e))
        kp_str_addf(&out, "%s{%s", brace_indent(e), e->nl);
    kp_names_function(e->names, e->l->function);
    name_stages(e);
    constants = kp_asserted_constants(e->u, e->l, e->indent);
    if (constants)
        kp_line(e, &out, 0, "%s", constants);
    kp_assert_plain(e, &out);
    kp_declare_test(e, &out);
    kp_marker(e, &out);
    add_hoisted(e, &out, storages);
    add_pipelined(e, &out);
    if (kp_needs_braces(e))
        kp_str_addf(&out, "%s}%s", brace_indent(e), e->nl);
    if (e->opens_block)
        close_block(e);
    text = kp_str_text(&out);
    kp_edit(e->u, span.begin, span.end, kp_strndup(e->u->arena, text, out.n - strlen(e->nl)));
}

/* ---- the unit ----------------------------------------------------------------------------- */

/* Loops whose parts can be made. */
static void collect(struct kp_unit *u, struct kp_names *names, struct kp_emitters *all)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_emitter *e;

        if (!is_planned(u->loops.v[i]))
            continue;
        e = kp_new(u->arena, struct kp_emitter);
        e->u = u;
        e->l = u->loops.v[i];
        e->names = names;
        kp_names_function(names, e->l->function);
        e->l->version =
            kp_tested_version(e, u->versions && u->versions[i].own ? &u->versions[i] : NULL);
        start(e);
        if (kp_read_header(e) && make_parts(e))
            kp_push(u->arena, &all->list, e);
    }
}

static void drop_refused(struct kp_emitters *all)
{
    size_t n = 0;

    for (size_t i = 0; i < all->list.n; i++)
        if (!all->list.v[i]->l->refusals.n)
            all->list.v[n++] = all->list.v[i];
    all->list.n = n;
}

bool kp_pass_emit(struct kp_unit *u)
{
    struct kp_names *names = kp_names_new(u);
    struct kp_emitters all = {0};
    struct kp_storages storages = {0};
    bool async = false;
    const char *why;

    collect(u, names, &all);
    while (!kp_find_storages(u, &all, &storages))
        drop_refused(&all);
    kp_name_storages(u, &all, &storages);
    kp_edit_storages(u, names, &storages);
    for (size_t i = 0; i < all.list.n; i++) {
        kp_edit_bounds(u, all.list.v[i]->l);
        edit_loop(all.list.v[i], &storages);
        async = async || all.list.v[i]->any_async;
    }
    kp_edit_includes(u, async);
    kp_sort_edits(u);
    kp_apply_edits(u);
    u->self_check_failed = !kp_check_emit(u, &why);
    if (u->self_check_failed)
        u->error = kp_sprintf(u->arena,
                              "%s: the rewritten text failed kpipe's self-check (%s) and was not "
                              "written; this is a bug in kpipe, please report the file",
                              u->source.path, why);
    return !u->self_check_failed;
}
