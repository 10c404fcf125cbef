#include "widen/widen.h"

#include "emit/emit.h"
#include "front/pieces.h"
#include "legal/legal.h"
#include "model/address.h"
#include "model/around.h"
#include "model/names.h"
#include "model/together.h"
#include "plan/plan.h"
#include "widen/cooperative.h"
#include "widen/text.h"

enum { TILE_ALIGN = 16 };

/* One K-loop whose copies are widened. */
struct widening {
    struct kp_unit *u;
    struct kp_loop *l;
    struct kp_patches *patches;
    const char *flag;
    const char *nl, *unit;
    bool alone;   /* nothing else becomes of the loop */
    bool plain;   /* it has to be right without a pipeline: with its barriers and no others */
    bool in_one;  /* both widths in one loop */
    bool barrier; /* one stands in front of the loop */
    struct kp_texts facts, fixed;
    KP_VEC(struct kp_cooperative) done;
    KP_VEC(const struct kp_tile *) tiles;
    KP_VEC(const struct kp_sym *) padded;
    int64_t bytes; /* the widest copy */
};

/* ---- names --------------------------------------------------------------------------------- */

/* The variables that the vectors' text declares. */
static const char *const own_names[] = {"kp_v", "kp_x", "kp_y"};

/* .. and those of CUDA's that it uses. */
static const char *const cuda_names[] = {
    "threadIdx", "blockDim",      "float2",      "float4",      "uint2",      "uint4",
    "size_t",    "__syncthreads", "make_float2", "make_float4", "make_uint2", "make_uint4"};

/* True if the user's program has one of them. */
static bool names_are_taken(const struct kp_unit *u, const struct kp_names *names,
                            const struct kp_node *function)
{
    for (size_t i = 0; i < sizeof cuda_names / sizeof *cuda_names; i++)
        if (kp_is_hidden(u, function, cuda_names[i]))
            return true;
    for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
        if (kp_name_is_taken(names, own_names[i], true))
            return true;
    return false;
}

/* ---- one statement ------------------------------------------------------------------------- */

/* What the statement's vectors ask of the loop. */
static void add_needs(struct widening *w, const struct kp_cooperative *c)
{
    struct kp_arena *a = w->u->arena;

    for (size_t i = 0; i < c->vector.facts.n; i++)
        kp_add_text(a, &w->facts, c->vector.facts.v[i]);
    for (size_t i = 0; i < c->vector.fixed.n; i++) /* later ones may have been given up */
        if (kp_has_text(&w->facts, c->vector.fixed.v[i]))
            kp_add_text(a, &w->fixed, c->vector.fixed.v[i]);
    for (size_t i = 0; i < c->vector.padded.n; i++)
        kp_push_once(a, &w->padded, c->vector.padded.v[i]);
    for (size_t i = 0; i < c->copies.n; i++) {
        int64_t bytes = kp_lvalue_bytes(c->copies.v[i]->dest) * c->vector.lanes;

        kp_push_once(a, &w->tiles, c->copies.v[i]->tile);
        w->bytes = bytes > w->bytes ? bytes : w->bytes;
    }
}

/* With the pragma in front of it. */
static struct kp_span whole_of(struct kp_unit *u, const struct kp_node *stmt)
{
    struct kp_span pragma = kp_pragma_before(u, stmt);

    return (struct kp_span){pragma.end > pragma.begin ? pragma.begin : stmt->span.begin,
                            kp_stmt_end(u, stmt)};
}

/* if (kp_wide) { vectors } else the statement as it was; or { vectors } alone. */
static void widen_statement(struct widening *w, struct kp_cooperative *c)
{
    struct kp_unit *u = w->u;
    struct kp_span whole = whole_of(u, c->stmt);
    const char *indent = kp_indent_of(u, c->stmt->span.begin);
    struct kp_str out = kp_str_new(u->arena);
    size_t have = strlen(kp_indent_of(u, whole.begin)); /* a pragma may stand further left */

    add_needs(w, c);
    kp_str_add(&out, strlen(indent) > have ? indent + have : "");
    if (w->in_one)
        kp_str_addf(&out, "if (%s) ", w->flag);
    kp_str_addf(&out, "{%s%s%s}", w->nl, kp_vectors_text(u, c, w->unit), indent);
    if (w->in_one)
        kp_str_addf(&out, " else%s%s", w->nl,
                    kp_indented(u, kp_text_as_written(u, c->stmt), w->unit));
    kp_patch(u, w->patches, whole.begin, whole.end, kp_str_text(&out));
    kp_push(u->arena, &w->done, *c);
}

/* ---- what is left over --------------------------------------------------------------------- */

/* True if the vectors of a statement declare the variable again: of that around `use`, of any
 * (NULL). */
static bool is_redeclared_at(const struct widening *w, const struct kp_node *var,
                             const struct kp_node *use)
{
    for (size_t i = 0; i < w->done.n; i++)
        for (size_t k = 0; k < w->done.v[i].redeclared.n; k++)
            if (w->done.v[i].redeclared.v[k] == var &&
                (!use || kp_is_inside(use, w->done.v[i].stmt)))
                return true;
    return false;
}

/* True if all uses of the variable under n are in statements whose vectors declare it again. */
static bool is_left_over(const struct widening *w, const struct kp_node *var,
                         const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym == var->sym &&
                            !is_redeclared_at(w, var, x)) return false;
    return true;
}

/* True if it has a place that no tree shows: a macro's text, a type that is asked of a name. A
 * pragma that names a variable is refused. */
static bool is_said_elsewhere(const struct widening *w, const char *name)
{
    struct kp_unit *u = w->u;
    const struct kp_pieces *pieces = kp_pieces_of(u);
    const struct kp_span s = whole_of(u, w->l->node);
    const char *text = u->source.text;

    for (struct kp_token t = kp_lex(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, s.end)) {
        if (kp_token_is(text, t, "decltype") || kp_token_is(text, t, "typeof") ||
            kp_token_is(text, t, "__typeof__"))
            return true;
    }
    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro &&
            kp_text_mentions(kp_span_text(u, pieces->list.v[i].body), name))
            return true;
    return false;
}

/* Declarations in the loop that nobody uses any more: compilers would warn. */
static void drop_left_over(struct widening *w)
{
    const struct kp_unit *u = w->u;

    for (size_t i = 0; i < w->l->stmts.n; i++) {
        const struct kp_stmt *s = &w->l->stmts.v[i];
        struct kp_span span = kp_lines_of(u, s->node);

        if (s->node->kind != KP_DECL_STMT || s->node->n_children != 1 || s->in_compute ||
            s->node->first->kind != KP_VAR || !is_redeclared_at(w, s->node->first, NULL) ||
            kp_outer_store(&s->effects) || kp_does_unknown(&s->effects) ||
            !is_left_over(w, s->node->first, w->l->node) ||
            is_said_elsewhere(w, s->node->first->sym->name))
            continue;
        kp_patch(w->u, w->patches, span.begin, span.end, "");
    }
}

/* ---- one K-loop ---------------------------------------------------------------------------- */

static const char *tile_list(struct widening *w)
{
    struct kp_str out = kp_str_new(w->u->arena);

    for (size_t i = 0; i < w->tiles.n; i++)
        kp_str_addf(&out, "%s%s", i ? ", " : "", w->tiles.v[i]->sym->name);
    return kp_str_text(&out);
}

static const char *all_of(struct kp_arena *a, const struct kp_texts *conditions)
{
    struct kp_str out = kp_str_new(a);

    for (size_t i = 0; i < conditions->n; i++)
        kp_str_addf(&out, "%s%s", i ? " && " : "", conditions->v[i]);
    return conditions->n ? kp_str_text(&out) : NULL;
}

/* The flag in front of the loop, broken like the rest of the text. Where nothing else becomes of
 * the loop, no other text says what this one rests on. */
static void declare_flag(struct widening *w)
{
    struct kp_unit *u = w->u;
    struct kp_span pragma = kp_pragma_before(u, w->l->node);
    uint32_t at = pragma.end > pragma.begin ? pragma.begin : w->l->node->span.begin;
    const char *indent = kp_indent_of(u, w->l->node->span.begin);
    struct kp_str out = kp_str_new(u->arena);
    const char *constants;
    size_t column;

    constants = w->alone ? kp_asserted_constants(u, w->l, indent) : NULL;
    if (constants)
        kp_str_addf(&out, "%s%s%s", constants, w->nl, indent);
    kp_str_addf(&out, "// kpipe: %s in copies of %d bytes where these hold, else %s%s%s",
                tile_list(w), (int)w->bytes, w->in_one ? "as written" : "the loop as written",
                w->nl, indent);
    kp_str_addf(&out, "const bool %s = ", w->flag);
    column = strlen(indent) + strlen(w->flag) + 14;
    for (size_t i = 0; i < w->facts.n; i++) {
        if (i && column + strlen(w->facts.v[i]) + 8 > KP_LINE_LENGTH) {
            kp_str_addf(&out, " &&%s%s%s", w->nl, indent, w->unit);
            column = strlen(indent) + strlen(w->unit);
        } else if (i)
            kp_str_add(&out, " && ");
        kp_str_add(&out, w->facts.v[i]);
        column += strlen(w->facts.v[i]) + 4;
    }
    kp_str_addf(&out, ";%s", w->nl);
    if (w->barrier)
        kp_str_addf(&out,
                    "%sif (%s) // others copy what a thread had to itself%s%s%s__syncthreads();%s",
                    indent, w->flag, w->nl, indent, w->unit, w->nl);
    kp_str_add(&out, kp_heads_line(u, at) ? kp_indent_of(u, at) : indent);
    kp_patch(u, w->patches, at, at, kp_str_text(&out));
}

/* The offset behind `__shared__` in the tile's declaration; 0 when the word stands in a macro. */
static uint32_t behind_shared(const struct kp_unit *u, const struct kp_tile *t)
{
    struct kp_span s = t->decl_stmt->span;

    for (struct kp_token k = kp_lex_code(u->source.text, s.begin, s.end); k.kind != KP_TOKEN_END;
         k = kp_lex_code(u->source.text, k.end, s.end))
        if (kp_token_is(u->source.text, k, "__shared__"))
            return k.end;
    return 0;
}

/* True if the tile's own declaration says how its elements are aligned, and not a pointer, which is
 * tested. */
static bool is_declared(const struct kp_tile *t)
{
    return t->storage == KP_STORE_STATIC && t->decl_stmt;
}

/* True if a number is made of bits of the tile's address that another alignment may change. */
static bool is_asked_for_bits(struct kp_unit *u, const struct kp_tile *t)
{
    struct kp_trace address;

    kp_trace_address(u, t->sym, &address);
    return t->sym->alignment < TILE_ALIGN && address.low_bits_below > t->sym->alignment;
}

/* True if the tiles can be declared anew, with that alignment and longer rows. */
static bool can_align(const struct widening *w, struct kp_func *f, const struct kp_cooperative *c)
{
    const struct kp_judge j = {.u = w->u, .f = f, .l = w->l};

    for (size_t i = 0; i < c->copies.n; i++)
        if (is_declared(c->copies.v[i]->tile) &&
            (!behind_shared(w->u, c->copies.v[i]->tile) ||
             is_asked_for_bits(w->u, c->copies.v[i]->tile) ||
             kp_may_be_measured(&j, c->copies.v[i]->tile->sym)))
            return false;
    return true;
}

/* `__shared__ float As[..]` is aligned like a float. Once per declaration. */
static void align_tiles(struct widening *w, struct kp_node_set *aligned)
{
    for (size_t i = 0; i < w->tiles.n; i++) {
        const struct kp_tile *t = w->tiles.v[i];
        uint32_t at = is_declared(t) ? behind_shared(w->u, t) : 0;

        if (!at || t->sym->alignment >= TILE_ALIGN || kp_has_node(aligned, t->decl_stmt))
            continue;
        kp_add_node(w->u, aligned, t->decl_stmt);
        kp_patch(w->u, w->patches, at, at, kp_sprintf(w->u->arena, " __align__(%d)", TILE_ALIGN));
    }
}

/* [BK + 1] becomes [BK + 4], [17] becomes [17 + 3]. Once per array. */
static void pad_rows(struct widening *w, struct kp_node_set *padded)
{
    struct kp_unit *u = w->u;

    for (size_t i = 0; i < w->padded.n; i++) {
        const struct kp_sym *s = w->padded.v[i];
        const struct kp_node *dim = s->decl->first, *by;
        int64_t more = kp_row_padding(kp_func_get(u, w->l->function, false), s);

        for (unsigned k = 0; k + 1 < s->n_dims; k++)
            dim = dim->next;
        if (kp_has_node(padded, dim))
            continue;
        kp_add_node(u, padded, dim);
        by = kp_child(dim, 1);
        if (dim->kind == KP_BINARY && dim->op == KP_OP_ADD && by->kind == KP_INT_LIT &&
            !by->from_macro)
            kp_patch(u, w->patches, by->span.begin, by->span.end,
                     kp_sprintf(u->arena, "%lld", (long long)(by->value + more)));
        else
            kp_patch(u, w->patches, dim->span.end, dim->span.end,
                     kp_sprintf(u->arena, " + %lld", (long long)more));
    }
}

/* ---- who touches the elements ------------------------------------------------------------- */

/* A vector is stored by one of the threads that had stored its elements. What these do with their
 * own elements on the same side of the barriers as the copy needs one that the original does not
 * have. Pipelined loops have it in each iteration; in a loop that stays as it is, the copy's run
 * must be alone with them. */
static bool touches_filled(const struct kp_cooperative *c, const struct kp_effects *e)
{
    for (size_t k = 0; k < c->copies.n; k++)
        if (kp_may_touch(e, c->copies.v[k]->tile->sym))
            return true;
    return false;
}

static bool is_alone_with_tiles(const struct kp_loop *l, const struct kp_cooperative *c, int run)
{
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];

        if (s->node != c->stmt && (s->run == run || (run == 0 && s->run == l->n_runs - 1)) &&
            touches_filled(c, &s->effects))
            return false;
    }
    return !touches_filled(c, &l->header);
}

/* True if it is known that no thread meets another one's elements in the copy, but for what a
 * barrier in front of the loop orders. *front: that one is needed. */
static bool owners_may_change(const struct widening *w, struct kp_func *f,
                              const struct kp_cooperative *c, int run, bool *front)
{
    const struct kp_loop *l = w->l;

    if (run == l->n_runs - 1 || (w->plain && !is_alone_with_tiles(l, c, run)))
        return false;
    if (run > 0 || (!kp_stores_before(f, l) && !kp_touches_before(f, l)))
        return true;
    *front = true;
    return !kp_init_interferes(f, l);
}

/* How the threads of the block come to a statement. */
enum coming { APART, TOGETHER, TOGETHER_AGAIN /* in each trip of a loop */ };

/* True if the statement's test of the block's width is not the contrary of another one's. */
static bool is_block_of(const struct widening *w, const struct kp_cooperative *c)
{
    for (size_t i = 0; c->vector.block_x && i < w->done.n; i++)
        if (w->done.v[i].vector.block_x && w->done.v[i].vector.block_x != c->vector.block_x)
            return false;
    return true;
}

/* True if all threads that come to the statement make its parts, as often as each other. */
static bool keeps_together(struct kp_func *f, const struct kp_node *n)
{
    return !kp_divides(f, n) && !kp_may_hold(n, KP_BREAK) && !kp_may_hold(n, KP_CONTINUE);
}

/* The statement, or those in it: where all threads come `together`, what they divide among
 * themselves; else the loops in which a thread copies what is its own. */
static bool widen_parts(struct widening *w, struct kp_func *f, const struct kp_stmt *s,
                        const struct kp_node *n, enum coming coming)
{
    struct kp_cooperative c;
    bool any = false;

    if ((coming && kp_cooperative_copy(f, w->l, n, coming == TOGETHER_AGAIN, &c) &&
         is_block_of(w, &c) && can_align(w, f, &c) &&
         owners_may_change(w, f, &c, s->run, &w->barrier)) ||
        (kp_own_copy(f, w->l, n, &c) && can_align(w, f, &c))) {
        widen_statement(w, &c);
        return true;
    }
    if (!keeps_together(f, n))
        coming = APART;
    else if (coming && n->kind == KP_FOR)
        coming = TOGETHER_AGAIN;
    if (n->kind == KP_FOR || n->kind == KP_IF || n->kind == KP_COMPOUND)
        kp_each_child(k, n) any |= widen_parts(w, f, s, k, coming);
    return any;
}

static bool widen_loop(struct widening *w, const struct kp_names *names,
                       struct kp_node_set *aligned)
{
    const struct kp_loop *l = w->l;
    struct kp_func *f = kp_func_get(w->u, l->function, false);
    bool any = false, all_come;

    if (l->refusals.n || l->made_by_kpipe || l->by_warps ||
        (w->in_one && (l->tests.n || l->async_tests.n || l->clear.n)) || !l->tiles.n ||
        l->node->from_macro || l->node->parent->kind != KP_COMPOUND ||
        names_are_taken(w->u, names, f->decl))
        return false;
    all_come = kp_all_threads_come(f, l);
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];

        if (s->in_load && !s->in_compute && s->node->parent->kind == KP_COMPOUND)
            any |= widen_parts(w, f, s, s->node, all_come ? TOGETHER : APART);
    }
    if (any) {
        if (!w->in_one)
            drop_left_over(w);
        declare_flag(w);
        align_tiles(w, aligned);
        pad_rows(w, aligned);
    }
    return any;
}

/* How many statements would be widened. */
static size_t count_wide(const struct widening *w, const struct kp_names *names)
{
    struct kp_patches dropped = {0};
    struct kp_node_set aligned = {0};
    struct widening trial = *w;

    trial.patches = &dropped;
    return widen_loop(&trial, names, &aligned) ? trial.done.n : 0;
}

/* True if no other template has a loop that would be judged with what this one's class has in its
 * visible instances: nothing would state these there. */
static bool has_class_alone(const struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->function != function && u->loops.v[i]->function->is_template)
            return false;
    return true;
}

/* Gives the parameters of the loop's template, and of the classes around it, what all visible
 * instances have. Adds the names of the templates of which any has one. */
static void bind_parameters(struct kp_unit *u, const struct kp_sym *function,
                            struct kp_texts *names)
{
    bool any = kp_bind_parameters(u, function->qualified);

    for (const struct kp_sym *s = function->parent; s && has_class_alone(u, function);
         s = s->parent)
        if (s->kind == KP_SYM_RECORD && kp_bind_parameters(u, s->qualified)) {
            kp_add_text(u->arena, names, s->qualified);
            any = true;
        }
    if (any)
        kp_add_text(u->arena, names, function->qualified);
}

/* .. with the sizes and values that the template has in all visible instances, where more is
 * widened with them: *of are the templates. */
static bool widen_loop_in_instances(struct widening *w, const struct kp_names *names,
                                    struct kp_node_set *aligned, struct kp_texts *of)
{
    const char *function = w->l->function->qualified;
    struct kp_func *f = kp_func_get(w->u, w->l->function, false), **facts = w->u->funcs;
    bool is_wide;
    size_t n;

    of->n = 0;
    if (!kp_has_known_instances(f) ||
        (w->u->of_instances && kp_has_text(w->u->of_instances, function)))
        return widen_loop(w, names, aligned);
    n = count_wide(w, names);
    bind_parameters(w->u, w->l->function, of);
    if (!of->n)
        return n && widen_loop(w, names, aligned);
    w->u->funcs = NULL; /* what is found with them is not for the unit */
    is_wide = count_wide(w, names) > n && widen_loop(w, names, aligned);
    for (size_t i = 0; i < of->n; i++)
        kp_unbind_parameters(w->u, of->v[i]);
    w->u->funcs = facts;
    if (!is_wide)
        of->n = 0;
    return is_wide || (n && widen_loop(w, names, aligned));
}

static bool rests_on_instances(const struct widening *w)
{
    for (size_t i = 0; i < w->done.n; i++)
        if (w->done.v[i].by_instances)
            return true;
    return false;
}

const char *kp_widen_copies(struct kp_unit *u, struct kp_widened *loops, size_t *size)
{
    struct kp_patches patches = {0};
    struct kp_node_set aligned = {0};
    struct kp_span all = {0, u->source.size};
    struct kp_names *names = kp_names_new(u);
    const char *flag = NULL, *text;
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct widening w = {.u = u,
                             .l = u->loops.v[i],
                             .patches = &patches,
                             .alone = kp_request_at(u, i).width == KP_WIDTH_ONLY,
                             .in_one = loops[i].in_one,
                             .nl = kp_newline(u),
                             .unit = kp_indent_unit(u, u->loops.v[i]->node)};

        w.plain = w.alone || loops[i].plain;
        w.in_one |= w.alone || !kp_can_stand_twice(u, w.l);
        loops[i].words = NULL;
        loops[i].tiles.n = 0;
        w.flag = flag = flag ? flag : kp_name(names, "kp_wide");
        loops[i].of_instances.n = 0;
        if (loops[i].skip || !widen_loop_in_instances(&w, names, &aligned, &loops[i].of_instances))
            continue;
        if (rests_on_instances(&w))
            kp_add_text(u->arena, &loops[i].of_instances, u->loops.v[i]->function->qualified);
        loops[i].words = kp_sprintf(u->arena, "%s in copies of %d bytes%s", tile_list(&w),
                                    (int)w.bytes, w.padded.n ? ", rows padded for them" : "");
        loops[i].version.flag = flag;
        loops[i].version.fixed = all_of(u->arena, &w.fixed);
        loops[i].version.own = w.in_one ? NULL : kp_own_text(u, w.l);
        loops[i].padded = w.padded.n > 0;
        for (size_t k = 0; k < w.tiles.n; k++)
            kp_push(u->arena, &loops[i].tiles, w.tiles.v[k]);
        flag = NULL;
        any = true;
    }
    if (!any)
        return NULL;
    text = kp_render(u, all, &patches);
    *size = strlen(text);
    return text;
}
