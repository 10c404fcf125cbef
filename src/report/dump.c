#include "report/report.h"

#include "front/front.h"
#include "model/refuse.h"

/* ---- parse ---------------------------------------------------------------------------------- */

static void add_span(struct kp_str *out, const struct kp_file *f, struct kp_span span)
{
    kp_str_addf(out, "%u:%u-%u:%u", kp_line_of(f, span.begin), kp_column_of(f, span.begin),
                kp_line_of(f, span.end), kp_column_of(f, span.end));
}

void kp_dump_parse(FILE *to, const struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < u->parse.errors.n; i++) {
        const struct kp_parse_error *e = &u->parse.errors.v[i];

        kp_str_addf(&out, "error %u: %s\n",
                    kp_line_of(kp_place_file(u, (uint16_t)e->file), e->offset), e->text);
    }
    for (size_t i = 0; i < u->parse.guessed.n; i++)
        kp_str_addf(&out, "guessed %s\n", u->parse.guessed.v[i]);
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];

        kp_str_addf(&out, "%s %s", l->is_instantiation ? "instantiation" : "launch",
                    l->kernel ? l->kernel->name : "?");
        for (size_t t = 0; t < l->tvalues.n; t++)
            if (l->tvalues.v[t].known && l->tvalues.v[t].type)
                kp_str_addf(&out, " %s", l->tvalues.v[t].type->spelling);
            else if (l->tvalues.v[t].known)
                kp_str_addf(&out, " %lld", (long long)l->tvalues.v[t].value);
            else
                kp_str_add(&out, " ?");
        kp_str_addc(&out, '\n');
    }
    fputs(kp_str_text(&out), to);
    kp_dump_tree(to, u);
}

/* ---- model ---------------------------------------------------------------------------------- */

static void add_head(struct kp_str *out, const struct kp_loop *l)
{
    kp_str_addf(out, "loop %s %u-%u", l->function->name, l->line, l->end_line);
    kp_str_add(out, l->is_nested ? " nested" : "");
    kp_str_add(out, l->made_by_kpipe ? " made-by-kpipe" : "");
    kp_str_add(out, l->leading_barrier ? " leading-barrier" : "");
    kp_str_add(out, l->closing_barrier ? " closing-barrier" : "");
    if (l->trip_count >= 0)
        kp_str_addf(out, " trips=%lld", (long long)l->trip_count);
    kp_str_addc(out, '\n');
}

/* The first line of a node's own text, at most so many bytes. */
static void add_text(struct kp_str *out, const struct kp_unit *u, const struct kp_node *n)
{
    enum { MOST = 60 };
    const struct kp_file *f = n ? kp_place_file(u, n->file) : NULL;
    uint32_t i;

    if (!f || !f->text)
        return;
    for (i = n->span.begin; i < n->span.end && i < n->span.begin + MOST; i++) {
        if (f->text[i] == '\n' || f->text[i] == '\r')
            break;
        kp_str_addc(out, f->text[i]);
    }
    kp_str_add(out, i < n->span.end ? " ..." : "");
}

static void add_access(struct kp_str *out, const struct kp_effects *e)
{
    static const char *const spaces[] = {"local", "shared", "global", "constant", "host", "?"};

    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        const char *mode = a->mode == KP_READ    ? "r"
                           : a->mode == KP_WRITE ? "w"
                           : a->mode == KP_RMW   ? "rw"
                                                 : "atomic";

        kp_str_addf(out, " %s:%s/%s", mode, a->base ? a->base->name : "?", spaces[a->space]);
    }
    if (e->control_mask)
        kp_str_addf(out, " control=0x%x", e->control_mask);
}

static void add_stmts(struct kp_str *out, const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];

        if (s->is_barrier) {
            kp_str_addf(out, "  R%d ---- barrier%s\n", s->run, s->drop_barrier ? " (dropped)" : "");
            continue;
        }
        kp_str_addf(out, "  R%d %s%s%s ", s->run, s->in_load ? "load" : "",
                    s->in_load && s->in_compute ? "+" : "", s->in_compute ? "compute" : "");
        kp_str_addf(out, "%u: ", kp_line_of(&u->source, s->node->span.begin));
        add_text(out, u, s->node);
        kp_str_add(out, "\n     ");
        add_access(out, &s->effects);
        kp_str_addc(out, '\n');
    }
}

static void add_tiles(struct kp_str *out, const struct kp_unit *u, const struct kp_loop *l)
{
    static const char *const storage[] = {"static", "dynamic", "member", "file", "parameter"};
    static const char *const forms[] = {"direct", "select", "temp", "value",
                                        "fill",   "helper", "async"};

    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];

        kp_str_addf(out, "  tile %s %s bytes=%lld elem=%lld %s%s%s%s\n", t->sym->name,
                    storage[t->storage], (long long)t->bytes, (long long)t->elem_bytes,
                    t->coverage == KP_COVER_FULL ? "full" : "partial",
                    t->declared_in_body ? " in-body" : "", t->used_before ? " used-before" : "",
                    t->used_after ? " used-after" : "");
    }
    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        kp_str_addf(out, "  copy %s %s bytes=%lld guards=%zu loops=%zu ", c->tile->sym->name,
                    forms[c->form], (long long)c->bytes, c->guards.n, c->loops.n);
        add_text(out, u, c->node);
        if (c->not_async)
            kp_str_addf(out, " [no cp.async: %s]", c->not_async);
        kp_str_addc(out, '\n');
    }
}

static void add_state(struct kp_str *out, const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < l->sites.n; i++) {
        kp_str_addf(out, "  site %s loops=%zu conds=%zu %s", l->sites.v[i].type_text,
                    l->sites.v[i].loops.n, l->sites.v[i].conds.n,
                    l->sites.v[i].filled ? "filled " : "");
        add_text(out, u, l->sites.v[i].node);
        kp_str_addc(out, '\n');
    }
    for (size_t i = 0; i < l->copy_loops.n; i++)
        kp_str_addf(out, "  copy-loop %u trips=%lld%s\n",
                    kp_line_of(&u->source, l->copy_loops.v[i].node->span.begin),
                    (long long)l->copy_loops.v[i].trips, l->copy_loops.v[i].exact ? " exact" : "");
    for (size_t i = 0; i < l->aliases.n; i++)
        kp_str_addf(out, "  alias %s -> %s\n", l->aliases.v[i].sym->name,
                    l->aliases.v[i].tile->sym->name);
    for (size_t i = 0; i < l->carried.n; i++)
        kp_str_addf(out, "  carried %s : %s\n", l->carried.v[i].sym->name,
                    l->carried.v[i].type_text ? l->carried.v[i].type_text : "?");
}

void kp_dump_model(FILE *to, const struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < u->loops.n; i++) {
        add_head(&out, u->loops.v[i]);
        add_stmts(&out, u, u->loops.v[i]);
        add_tiles(&out, u, u->loops.v[i]);
        add_state(&out, u, u->loops.v[i]);
    }
    fputs(kp_str_text(&out), to);
}

/* ---- legal, plan, emit ------------------------------------------------------------------------
 */

void kp_dump_legal(FILE *to, const struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        add_head(&out, l);
        for (size_t r = 0; r < l->refusals.n; r++) {
            kp_str_addf(&out, "  %s %s", kp_diag(l->refusals.v[r].code)->code,
                        l->refusals.v[r].reason);
            for (size_t p = 0; p < l->refusals.v[r].places.n; p++) {
                const struct kp_place *place = &l->refusals.v[r].places.v[p];

                kp_str_add(&out, p ? ", " : " at ");
                add_span(&out, kp_place_file(u, place->file), place->span);
            }
            kp_str_addc(&out, '\n');
        }
    }
    fputs(kp_str_text(&out), to);
}

void kp_dump_plan(FILE *to, const struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        const struct kp_budget *b = &l->plan.budget;

        add_head(&out, l);
        kp_str_addf(&out, "  outcome %s\n", kp_outcome_name(l->outcome));
        if (!kp_is_pipelined(l))
            continue;
        kp_str_addf(&out, "  stages %d shape %s%s%s\n", l->plan.stages,
                    kp_shape_name(l->plan.shape), l->plan.single ? " single" : "",
                    l->plan.static_guard ? " static-guard" : "");
        for (size_t t = 0; t < l->tiles.n; t++)
            kp_str_addf(&out, "  tile %s %s: %s\n", l->tiles.v[t]->sym->name,
                        kp_variant_name(l->tiles.v[t]->variant),
                        l->tiles.v[t]->variant_why ? l->tiles.v[t]->variant_why : "");
        kp_str_addf(&out, "  budget tiles %lld->%lld static %lld->%lld dynamic %lld->%lld",
                    (long long)b->tiles_single, (long long)b->tiles_staged,
                    (long long)b->static_before, (long long)b->static_after,
                    (long long)b->dynamic_before, (long long)b->dynamic_after);
        kp_str_addf(&out, " cliff %lld threads %d blocks %d->%d ratio %.2f\n", (long long)b->cliff,
                    b->threads, b->blocks_before, b->blocks_after, b->ratio);
        if (l->plan.gain > 0)
            kp_str_addf(&out, "  estimate gain %.3f registers %d->%d\n", l->plan.gain,
                        l->plan.registers_before, l->plan.registers_after);
        kp_str_addf(&out, "  why %s\n", l->plan.why ? l->plan.why : "");
    }
    fputs(kp_str_text(&out), to);
}

void kp_dump_emit(FILE *to, const struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < u->edits.n; i++) {
        add_span(&out, &u->source, u->edits.v[i].span);
        kp_str_addf(&out, " #%u <<<%s>>>\n", u->edits.v[i].seq, u->edits.v[i].text);
    }
    fputs(kp_str_text(&out), to);
}
