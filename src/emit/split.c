/* The split shape: prologue, main loop, epilogue, with two stages or one buffer. */
#include "emit/emit.h"

struct split {
    struct kp_emitter *e;
    struct kp_str *out;
    enum kp_part_kind load; /* KP_PART_LOAD or KP_PART_FETCH */
    bool guarded;           /* the number of stages is a constant expression that may be 1 */
    const char *other;      /* expression for the stage that is not being computed on */
    bool has_stage;
};

static bool is_in(const struct kp_emitter *e, enum kp_part_kind kind, const struct kp_sym *s)
{
    const struct kp_part *p = &e->parts[kind];

    if (kp_text_mentions(p->text, s->name))
        return true;
    for (size_t i = 0; i < p->kept.list.n; i++)
        if (kp_names_in_macro(p->kept.list.v[i], s))
            return true;
    return false;
}

static bool slice_writes(const struct kp_emitter *e, enum kp_part_kind kind, const struct kp_sym *s)
{
    for (size_t i = 0; i < e->leaves.n; i++) {
        const struct kp_leaf *leaf = &e->leaves.v[i];

        if ((kind == KP_PART_ADVANCE ? leaf->advance : leaf->fetch) == KP_LEAF_KEEP &&
            kp_has_sym(&leaf->touch.writes, s))
            return true;
    }
    return false;
}

static void add_item(struct kp_str *list, const char *text)
{
    kp_str_add(list, list->n ? ", " : "");
    kp_str_add(list, text);
}

/* Variables that the header declares are parameters of what loads; all else is captured. */
static const char *load_parameters(struct split *s, enum kp_part_kind kind, const char *stage)
{
    struct kp_emitter *e = s->e;
    struct kp_str list = kp_str_new(e->u->arena);
    bool call = stage != NULL;

    for (const struct kp_node *v = e->header.declared ? e->header.declared->first : NULL; v;
         v = v->next) {
        bool reference = kind != KP_PART_STORE && slice_writes(e, kind, v->sym);

        if (!is_in(e, kind, v->sym) || (kind == KP_PART_STORE && kp_has_sym(&e->snapshot, v->sym)))
            continue;
        add_item(&list, call ? v->sym->name
                             : kp_declare(e->u, v->sym,
                                          kp_sprintf(e->u->arena, "%s%s", reference ? "&" : "",
                                                     v->sym->name)));
    }
    for (size_t i = 0; kind == KP_PART_STORE && i < e->snapshot.list.n; i++) {
        const struct kp_sym *v = e->snapshot.list.v[i];

        add_item(&list, call
                            ? kp_inner_name(e->names, kp_sprintf(e->u->arena, "kp_old_%s", v->name))
                            : kp_declare(e->u, v, v->name));
    }
    if (kp_binds_any(e, kind))
        add_item(&list, call ? stage : kp_sprintf(e->u->arena, "int %s", e->stage));
    return kp_str_text(&list);
}

/* ---- carried values ----------------------------------------------------------------------- */

static const char *copy_name(struct kp_emitter *e, const struct kp_carry *c)
{
    return kp_inner_name(e->names, kp_sprintf(e->u->arena, "kp_%s", c->sym->name));
}

static const char *compute_parameters(struct split *s, const char *stage)
{
    struct kp_emitter *e = s->e;
    struct kp_str list = kp_str_new(e->u->arena);

    for (size_t i = 0; i < e->l->carried.n; i++) {
        const struct kp_carry *c = &e->l->carried.v[i];

        add_item(&list, stage ? copy_name(e, c) : kp_declare_carry(e->u, c, c->sym->name));
    }
    if (kp_binds_any(e, KP_PART_COMPUTE))
        add_item(&list, stage ? stage : kp_sprintf(e->u->arena, "int %s", e->stage));
    return kp_str_text(&list);
}

static void copy_carried(struct split *s, int level, bool declare)
{
    struct kp_emitter *e = s->e;

    for (size_t i = 0; i < e->l->carried.n; i++) {
        const struct kp_carry *c = &e->l->carried.v[i];
        const char *to = copy_name(e, c);

        kp_line(e, s->out, level, "%s = %s;", declare ? kp_declare_carry(e->u, c, to) : to,
                c->sym->name);
    }
}

/* ---- the lambdas -------------------------------------------------------------------------- */

static const char *load_body(struct split *s, enum kp_part_kind kind)
{
    struct kp_emitter *e = s->e;
    struct kp_str body = kp_str_new(e->u->arena);

    if (kind == KP_PART_FETCH)
        kp_clear_registers(e, &body);
    for (size_t i = 0; kind == KP_PART_STORE && i < e->set_in_store.list.n; i++)
        kp_line(e, &body, 1, "%s;",
                kp_declare(e->u, e->set_in_store.list.v[i], e->set_in_store.list.v[i]->name));
    kp_str_add(&body, e->parts[kind].text);
    if (e->any_async && kind != KP_PART_ADVANCE && kind != KP_PART_STORE)
        kp_line(e, &body, 1, "__pipeline_commit();");
    return kp_str_text(&body);
}

/* What moves on from tile to tile without being loaded; often nothing. */
static const char *advance_body(struct split *s)
{
    return load_body(s, KP_PART_ADVANCE);
}

static void add_lambdas(struct split *s)
{
    struct kp_emitter *e = s->e;

    kp_declare_registers(e, s->out);
    kp_lambda(e, s->out, s->load, "&", load_parameters(s, s->load, NULL), load_body(s, s->load));
    kp_lambda(e, s->out, KP_PART_COMPUTE, "&", compute_parameters(s, NULL),
              e->parts[KP_PART_COMPUTE].text);
    if (e->any_regs)
        kp_lambda(e, s->out, KP_PART_STORE, "&", load_parameters(s, KP_PART_STORE, NULL),
                  load_body(s, KP_PART_STORE));
    if (kp_ablation_of(e) == KP_ABLATION_COMPUTE && *advance_body(s))
        kp_lambda(e, s->out, KP_PART_ADVANCE, "&", load_parameters(s, KP_PART_ADVANCE, NULL),
                  advance_body(s));
}

/* ---- the driver --------------------------------------------------------------------------- */

static void call_load(struct split *s, int level, const char *stage)
{
    kp_line(s->e, s->out, level, "%s(%s);", s->e->parts[s->load].name,
            load_parameters(s, s->load, stage));
}

static void call_compute(struct split *s, int level)
{
    kp_line(s->e, s->out, level, "%s(%s);", s->e->parts[KP_PART_COMPUTE].name,
            compute_parameters(s, s->e->stage));
}

static void call_store(struct split *s, int level, const char *stage)
{
    if (s->e->any_regs)
        kp_line(s->e, s->out, level, "%s(%s);", s->e->parts[KP_PART_STORE].name,
                load_parameters(s, KP_PART_STORE, stage));
}

static void keep_snapshot(struct split *s, int level)
{
    struct kp_emitter *e = s->e;

    for (size_t i = 0; i < e->snapshot.list.n; i++) {
        const char *name = e->snapshot.list.v[i]->name;

        kp_line(e, s->out, level, "const auto %s = %s;",
                kp_inner_name(e->names, kp_sprintf(e->u->arena, "kp_old_%s", name)), name);
    }
}

static void barrier(struct split *s, int level)
{
    kp_line(s->e, s->out, level, "%s", kp_barrier_of(s->e->l));
}

/* The tile is in its stage, and everybody knows. */
static void arrive(struct split *s, int level)
{
    if (s->e->any_async)
        kp_line(s->e, s->out, level, "__pipeline_wait_prior(0);");
    barrier(s, level);
}

static void add_prologue(struct split *s, int level)
{
    struct kp_emitter *e = s->e;

    if (s->has_stage && !e->stage_outlives)
        kp_line(e, s->out, level, "int %s = 0;", e->stage);
    if (e->l->leading_barrier)
        barrier(s, level);
    keep_snapshot(s, level);
    call_load(s, level, e->stage);
    call_store(s, level, e->stage);
    arrive(s, level);
    copy_carried(s, level, true);
}

/* The first tile, once more. */
static void compute_alone(struct split *s, int level)
{
    struct kp_emitter *e = s->e;

    if (*advance_body(s))
        kp_line(e, s->out, level, "%s(%s);", e->parts[KP_PART_ADVANCE].name,
                load_parameters(s, KP_PART_ADVANCE, e->stage));
    call_compute(s, level);
    barrier(s, level);
}

/* With one stage the next tile may only be loaded when everybody is done with this one. */
static void compute_and_load(struct split *s, int level)
{
    struct kp_emitter *e = s->e;
    bool late = s->guarded && e->any_async;

    keep_snapshot(s, level);
    if (late) {
        kp_line(e, s->out, level, "if (%s > 1)", e->count);
        call_load(s, level + 1, s->other);
    } else {
        call_load(s, level, s->other);
    }
    call_compute(s, level);
    if (late) {
        kp_line(e, s->out, level, "if (%s == 1) {", e->count);
        barrier(s, level + 1);
        call_load(s, level + 1, e->stage);
        kp_line(e, s->out, level, "}");
        if (e->any_single) {
            kp_line(e, s->out, level, "if (%s > 1)", e->count);
            barrier(s, level + 1);
        }
    } else if (e->any_single) {
        barrier(s, level);
    } else if (s->guarded) {
        kp_line(e, s->out, level, "if (%s == 1)", e->count);
        barrier(s, level + 1);
    }
    call_store(s, level, s->other);
}

static void add_main_loop(struct split *s, int level)
{
    struct kp_emitter *e = s->e;
    const struct kp_header *h = &e->header;
    const char *comment = h->comment ? kp_sprintf(e->u->arena, " %s", h->comment) : "";
    bool alone = kp_ablation_of(e) == KP_ABLATION_COMPUTE;

    if (e->l->pragma.end > e->l->pragma.begin) {
        const char *text = kp_span_text(e->u, e->l->pragma);
        struct kp_span behind = {e->l->pragma.end, e->l->node->span.begin};
        const char *between = kp_trimmed_lines(e->u, kp_span_text(e->u, behind));

        if (kp_line_begin(e->u, e->l->pragma.begin) == e->l->pragma.begin)
            kp_str_addf(s->out, "%s%s", text, e->nl);
        else
            kp_line(e, s->out, level, "%s", text);
        between += strspn(between, " \t");
        if (*between) /* comments */
            kp_line(e, s->out, level, "%.*s", (int)(strlen(between) - strlen(e->nl)), between);
    }
    kp_unroll_main_loop(e, s->out, level);
    if (e->l->node->kind == KP_FOR)
        kp_line(e, s->out, level, "for (%s; %s;%s%s) {%s", h->step ? h->step : "", h->condition,
                h->step ? " " : "", h->step ? h->step : "", comment);
    else
        kp_line(e, s->out, level, "while (%s) {%s", h->condition, comment);
    if (alone) {
        compute_alone(s, level + 1);
    } else {
        compute_and_load(s, level + 1);
        arrive(s, level + 1);
    }
    copy_carried(s, level + 1, false);
    if (s->has_stage && !alone)
        kp_line(e, s->out, level + 1, s->guarded ? "%s ^= %s - 1;" : "%s ^= 1;", e->stage,
                e->count);
    kp_line(e, s->out, level, "}");
}

static void add_driver(struct split *s)
{
    struct kp_emitter *e = s->e;
    bool block = e->header.declared || e->l->node->kind == KP_DO;
    int level = 0;

    if (block)
        kp_line(e, s->out, level++, "{");
    if (e->header.init)
        kp_line(e, s->out, level, "%s;", e->header.init);
    if (e->l->node->kind != KP_DO)
        kp_line(e, s->out, level++, "if (%s) {", e->header.condition);
    add_prologue(s, level);
    add_main_loop(s, level);
    call_compute(s, level);
    if (e->l->closing_barrier)
        barrier(s, level);
    if (e->l->node->kind != KP_DO)
        kp_line(e, s->out, --level, "}");
    if (block)
        kp_line(e, s->out, --level, "}");
}

void kp_split(struct kp_emitter *e, struct kp_str *out)
{
    struct split s = {.e = e, .out = out, .guarded = e->l->plan.static_guard && e->any_staged};

    s.load = e->any_regs ? KP_PART_FETCH : KP_PART_LOAD;
    s.has_stage = e->any_staged;
    s.other = s.guarded ? kp_sprintf(e->u->arena, "%s ^ (%s - 1)", e->stage, e->count)
                        : kp_sprintf(e->u->arena, "%s ^ 1", e->stage);
    kp_bind_kept(e, out);
    add_lambdas(&s);
    if (s.has_stage && e->stage_outlives)
        kp_line(e, out, 0, "int %s = 0;", e->stage);
    add_driver(&s);
    kp_bind_behind(e, out, e->stage);
}
