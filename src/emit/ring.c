/* The ring shape: the user's loop stays, its load phase moves into kp_load, which has its own copy
 * of the loop's state and runs stages - 1 iterations ahead. */
#include "emit/emit.h"
#include "front/front.h"
#include "model/barriers.h"
#include "model/expr.h"
#include "model/types_text.h"
#include "model/uses.h"

struct ring {
    struct kp_emitter *e;
    struct kp_str *out;
    bool guarded;
    bool latched; /* the condition may be asked only until it is false */
    const char *more;
    const struct kp_uses *uses; /* of the loop's statements */
};

static const struct kp_node *condition_of(const struct kp_emitter *e)
{
    const struct kp_node *n = e->l->node;

    return n->kind == KP_FOR ? kp_child(n, 1) : n->kind == KP_DO ? n->last : n->first;
}

static bool has_side_effect(struct kp_emitter *e)
{
    const struct kp_node *cond = condition_of(e);
    struct kp_touch t = {0};

    kp_touch_of(e, cond, NULL, &t);
    for (size_t i = 0; i < t.writes.list.n; i++)
        if (!kp_declared_in(t.writes.list.v[i], cond))
            return true;
    return e->l->node->kind == KP_DO;
}

/* True if the variable's value may be taken from the call before, or from before the loop. Not when
 * the first access certainly writes all of it. */
static bool is_exposed(const struct ring *r, const struct kp_sym *s)
{
    const struct kp_emitter *e = r->e;
    struct kp_touch t = {0};

    kp_touch_of(e, condition_of(e), NULL, &t);
    if ((kp_has_sym(&t.reads, s) && e->l->node->kind != KP_DO) || !s->type ||
        !kp_declared_type(e->u, s) ||
        !(s->type->kind == KP_TYPE_INT || s->type->kind == KP_TYPE_FLOAT ||
          s->type->kind == KP_TYPE_BOOL || s->type->kind == KP_TYPE_POINTER))
        return true;
    for (size_t i = 0; i < e->l->stmts.n; i++) {
        const struct kp_use *use = e->l->stmts.v[i].in_load ? kp_use_find(&r->uses[i], s) : NULL;

        if (use)
            return use->exposed || !use->kills;
    }
    return true;
}

static bool is_of_header(const struct kp_emitter *e, const struct kp_sym *s)
{
    return e->header.declared && kp_declared_in(s, e->header.declared);
}

/* A template's own type by its name: `auto` would be that of the value, not of what it is converted
 * to. NULL: the variable is declared otherwise, or by `auto` itself. */
static const char *named_type(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_DEPENDENT && t->spelling && *t->spelling &&
                   *t->spelling != '<' && !strstr(t->spelling, "auto")
               ? t->spelling
               : NULL;
}

/* Copies of the state: from its own initialiser when the header declares it. */
static const char *captures(struct ring *r)
{
    struct kp_emitter *e = r->e;
    struct kp_str list = kp_str_new(e->u->arena);

    kp_str_add(&list, "&");
    for (const struct kp_node *v = e->header.declared ? e->header.declared->first : NULL; v;
         v = v->next) {
        const char *named = named_type(v->sym->type);
        const char *type = named ? named : kp_declare(e->u, v->sym, "");
        const char *init = kp_initial_value(e, v);
        /* of a dependent type the tree says as little as of what is converted to it */
        bool same = kp_starts_with(type, "auto") ||
                    (v->has_init && v->last->kind != KP_INIT_LIST && v->last->type && v->type &&
                     v->type->kind != KP_TYPE_DEPENDENT && !v->type->is_dependent &&
                     !v->last->is_dependent && !v->last->type->is_dependent &&
                     kp_streq(v->last->type->spelling, v->type->spelling));

        if (same)
            kp_str_addf(&list, ", %s = %s", v->sym->name, init);
        else
            kp_str_addf(&list, ", %s = (%s)(%s)", v->sym->name, type, init);
    }
    for (size_t i = 0; i < e->cursor.list.n; i++) {
        const struct kp_sym *s = e->cursor.list.v[i];

        if (!is_of_header(e, s) && is_exposed(r, s))
            kp_str_addf(&list, ", %s = %s", s->name, s->name);
    }
    if (r->latched)
        kp_str_addf(&list, ", %s = true", r->more);
    return kp_str_text(&list);
}

/* Variables of the cursor that live for one call only. */
static void add_locals(struct ring *r, struct kp_str *out)
{
    struct kp_emitter *e = r->e;

    for (size_t i = 0; i < e->cursor.list.n; i++) {
        const struct kp_sym *s = e->cursor.list.v[i];

        if (!is_of_header(e, s) && !is_exposed(r, s))
            kp_line(e, out, 1, "%s;", kp_declare(e->u, s, s->name));
    }
}

static void add_load(struct ring *r)
{
    struct kp_emitter *e = r->e;
    struct kp_str body = kp_str_new(e->u->arena);
    const char *condition = e->header.condition;

    add_locals(r, &body);
    if (r->latched && e->l->node->kind != KP_DO)
        kp_line(e, &body, 1, "%s = %s && (%s);", r->more, r->more, condition);
    kp_line(e, &body, 1, "if (%s) {", r->latched ? r->more : condition);
    kp_str_add(&body, kp_indented(e->u, e->parts[KP_PART_LOAD].text, e->unit));
    if (e->header.step)
        kp_line(e, &body, 2, "%s;", e->header.step);
    if (e->l->node->kind == KP_DO)
        kp_line(e, &body, 2, "%s = %s;", r->more, condition);
    kp_line(e, &body, 1, "}");
    kp_line(e, &body, 1, "__pipeline_commit();");
    kp_lambda(e, r->out, KP_PART_LOAD, captures(r), kp_sprintf(e->u->arena, "int %s", e->stage),
              kp_str_text(&body));
}

static void add_prologue(struct ring *r)
{
    struct kp_emitter *e = r->e;
    const char *load = e->parts[KP_PART_LOAD].name;

    if (kp_has_leading_barrier(e->l))
        kp_line(e, r->out, 0, "%s", kp_barrier_of(e->l));
    if (kp_ablation_of(e) == KP_ABLATION_COMPUTE) {
        kp_line(e, r->out, 0, "%s(0);", load);
        kp_line(e, r->out, 0, "__pipeline_wait_prior(0);");
        kp_line(e, r->out, 0, "const int %s = 0;", e->stage);
        return;
    }
    if (r->guarded) {
        kp_line(e, r->out, 0, "for (int %s = 0; %s < %s - 1; ++%s)", e->stage, e->stage, e->count,
                e->stage);
        kp_line(e, r->out, 1, "%s(%s);", load, e->stage);
    } else {
        for (int i = 0; i < e->l->plan.stages - 1; i++)
            kp_line(e, r->out, 0, "%s(%d);", load, i);
    }
    if (r->guarded)
        kp_line(e, r->out, 0, "int %s = 0, %s = %s - 1;", e->stage, e->next, e->count);
    else
        kp_line(e, r->out, 0, "int %s = 0, %s = %d;", e->stage, e->next, e->l->plan.stages - 1);
}

/* The load of the tile that is stages - 1 ahead goes into the stage that compute has left. */
static void add_next_load(struct ring *r)
{
    struct kp_emitter *e = r->e;

    if (r->guarded)
        kp_line(e, r->out, 1, "if (%s > 1)", e->count);
    kp_line(e, r->out, r->guarded ? 2 : 1, "%s(%s);", e->parts[KP_PART_LOAD].name, e->next);
}

static void add_turn(struct ring *r)
{
    struct kp_emitter *e = r->e;

    kp_line(e, r->out, 1, "%s = %s;", e->next, e->stage);
    if (e->l->plan.stages == 2 && !r->guarded)
        kp_line(e, r->out, 1, "%s ^= 1;", e->stage);
    else
        kp_line(e, r->out, 1, "%s = %s + 1 < %s ? %s + 1 : 0;", e->stage, e->stage, e->count,
                e->stage);
}

static bool is_late(const struct ring *r)
{
    return r->e->l->plan.shape == KP_SHAPE_LATE && kp_ablation_of(r->e) != KP_ABLATION_COMPUTE;
}

/* At the head of the user's body: everything that does not depend on how the body goes on, but for
 * the late ring's load. */
static void add_head(struct ring *r)
{
    struct kp_emitter *e = r->e;
    const char *load = e->parts[KP_PART_LOAD].name;

    if (kp_ablation_of(e) == KP_ABLATION_COMPUTE) {
        kp_line(e, r->out, 1, "%s", kp_barrier_of(e->l));
        kp_bind(e, r->out, KP_PART_RING);
        return;
    }
    if (r->guarded) {
        kp_line(e, r->out, 1, "if (%s == 1) {", e->count);
        kp_line(e, r->out, 2, "%s", kp_barrier_of(e->l));
        kp_line(e, r->out, 2, "%s(0);", load);
        kp_line(e, r->out, 1, "}");
        kp_line(e, r->out, 1, "__pipeline_wait_prior(%s > 1 ? %s - 2 : 0);", e->count, e->count);
    } else {
        kp_line(e, r->out, 1, "__pipeline_wait_prior(%d);", e->l->plan.stages - 2);
    }
    kp_line(e, r->out, 1, "%s", kp_barrier_of(e->l));
    if (!is_late(r))
        add_next_load(r);
    kp_bind(e, r->out, KP_PART_RING);
    if (!is_late(r))
        add_turn(r);
}

/* At the end of the body: every iteration comes there, as the legal pass lets no jump out. */
static void add_end(struct ring *r)
{
    if (!is_late(r))
        return;
    add_next_load(r);
    add_turn(r);
}

/* The user's header with the lines above it that belong to it, up to the opening brace. An init
 * that declares nothing stands in front of the load cursor, which begins with what it makes; `k =
 * used++` is not to be done again. */
static void add_header(struct ring *r)
{
    struct kp_emitter *e = r->e;
    struct kp_span span = {e->l->node->span.begin, e->body->span.begin + 1};
    struct kp_patches p = {0};

    kp_unroll_main_loop(e, r->out, 0);
    if (e->l->pragma.end > e->l->pragma.begin)
        span.begin = e->l->pragma.begin;
    if (kp_heads_line(e->u, span.begin))
        span.begin = kp_line_begin(e->u, span.begin);
    else
        kp_str_add(r->out, e->indent);
    if (e->header.init && !e->header.declared)
        kp_patch(e->u, &p, e->header.init_span.begin, e->header.init_span.end, "");
    kp_str_addf(r->out, "%s%s%s%s", kp_render(e->u, span, &p), e->header.comment ? " " : "",
                e->header.comment ? e->header.comment : "", e->nl);
}

static const char *footer_text(struct kp_emitter *e)
{
    return kp_span_text(e->u,
                        (struct kp_span){e->body->span.end - 1, kp_stmt_end(e->u, e->l->node)});
}

void kp_ring(struct kp_emitter *e, struct kp_str *out)
{
    struct ring r = {.e = e, .out = out, .guarded = e->l->plan.static_guard};

    r.uses = kp_uses_of(e->u, e->l);
    r.latched = has_side_effect(e);
    r.more = kp_inner_name(e->names, "kp_more");
    kp_bind_kept(e, out);
    if (e->header.init && !e->header.declared)
        kp_line(e, out, 0, "%s;", e->header.init);
    add_load(&r);
    add_prologue(&r);
    add_header(&r);
    add_head(&r);
    kp_str_add(out, e->parts[KP_PART_RING].text);
    add_end(&r);
    kp_line(e, out, 0, "%s", footer_text(e));
    if (e->l->closing_barrier)
        kp_line(e, out, 0, "%s", kp_barrier_of(e->l));
    kp_bind_behind(e, out, kp_ablation_of(e) == KP_ABLATION_COMPUTE ? e->stage : e->next);
}
