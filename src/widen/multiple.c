#include "widen/lanes.h"

#include "front/lex.h"
#include "model/eval.h"

enum { MAX_DEPTH = 40 };

static bool delta_of(struct kp_lanes *p, const struct kp_node *e, int depth, int64_t *d);
static bool multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth);

/* 'x', 'y' or 'z' when it is that member of the builtin variable, else 0. */
static int axis_of(const struct kp_node *e, const char *builtin)
{
    const char *field = e->sym ? e->sym->name : e->name;

    if (e->kind != KP_MEMBER || e->first->kind != KP_REF || !e->first->sym ||
        !e->first->sym->from_prelude || !kp_streq(e->first->sym->name, builtin) || !field ||
        field[1])
        return 0;
    return field[0];
}

int kp_thread_axis(const struct kp_node *e)
{
    return axis_of(e, "threadIdx");
}

int kp_block_axis(const struct kp_node *e)
{
    return axis_of(e, "blockDim");
}

/* ---- leaves -------------------------------------------------------------------------------- */

static bool is_counter(const struct kp_lanes *p, const struct kp_node *e)
{
    return p->counter ? e->kind == KP_REF && e->sym == p->counter : kp_thread_axis(e) == 'x';
}

static bool mentions_counter(const struct kp_lanes *p, const struct kp_node *e, int depth)
{
    if (depth > MAX_DEPTH || is_counter(p, e))
        return true;
    if (e->kind == KP_REF && e->sym && kp_single_definition(p->f, e->sym) &&
        mentions_counter(p, e->sym->decl->last, depth + 1))
        return true;
    kp_each_child(c, e) if (mentions_counter(p, c, depth + 1)) return true;
    return false;
}

static bool is_integer(const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t && t->kind == KP_TYPE_INT && !t->is_dependent && t->size >= 4;
}

/* The only value that a variable ever has. */
static const struct kp_node *definition(const struct kp_lanes *p, const struct kp_node *e)
{
    const struct kp_node *init;

    if (e->kind != KP_REF || !e->sym || !kp_single_definition(p->f, e->sym))
        return NULL;
    init = e->sym->decl->last;
    if (init->kind == KP_INIT_LIST)
        init = init->n_children == 1 ? init->first : NULL;
    return init;
}

/* The variable of a loop around the copy (inside the statement) that its header alone moves. */
static const struct kp_node *trip_loop(const struct kp_lanes *p, const struct kp_sym *s)
{
    for (const struct kp_node *n = s->decl; n && n != p->copy->parent; n = n->parent)
        if (n->kind == KP_FOR)
            return kp_loop_init(n) && kp_is_inside(s->decl, kp_loop_init(n)) &&
                           !kp_assigns(kp_loop_body(n), s)
                       ? n
                       : NULL;
    return NULL;
}

const struct kp_node *kp_lane_resolved(struct kp_func *f, const struct kp_node *e)
{
    for (int depth = 0; depth < 20; depth++) {
        if (e->kind == KP_REF && e->sym && is_integer(e->type) && kp_single_definition(f, e->sym))
            e = e->sym->decl->last;
        else if ((e->kind == KP_CAST && e->type && e->type->kind == KP_TYPE_INT &&
                  e->type->size >= 4) ||
                 (e->kind == KP_INIT_LIST && e->n_children == 1))
            e = e->first;
        else
            break;
    }
    return e;
}

/* ---- what can be tested in front of the loop ----------------------------------------------- */

bool kp_lane_testable(struct kp_lanes *p, const struct kp_node *e)
{
    if (kp_eval(e, NULL, &(int64_t){0}))
        return true;
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            return false;
        if (e->sym->kind == KP_SYM_TVALUE || e->sym->is_constexpr)
            return !kp_declared_in(e->sym, p->l->node);
        return (e->sym->kind == KP_SYM_PARAM || e->sym->kind == KP_SYM_VAR) &&
               e->sym->space == KP_SPACE_LOCAL && !e->sym->from_prelude && e->sym->type &&
               e->sym->type->kind != KP_TYPE_REFERENCE && !kp_declared_in(e->sym, p->l->node) &&
               !kp_store_to(&p->l->effects, e->sym, KP_SPACE_LOCAL) &&
               !kp_thread_dependent(p->f, e, NULL);
    case KP_MEMBER: /* of a struct that is a parameter or a local */
        return !e->is_arrow && e->first->kind == KP_REF &&
               (kp_block_axis(e) || kp_lane_testable(p, e->first));
    case KP_BINARY: /* in front of a loop that does not run a divisor may be zero */
        return e->op != KP_OP_COMMA && is_integer(e->type) && kp_lane_testable(p, e->first) &&
               ((e->op != KP_OP_DIV && e->op != KP_OP_REM) ||
                kp_eval(kp_child(e, 1), NULL, &(int64_t){0})) &&
               kp_lane_testable(p, kp_child(e, 1));
    case KP_CAST:
        return is_integer(e->type) && kp_lane_testable(p, e->first);
    default:
        return false;
    }
}

bool kp_is_name(const char *text)
{
    size_t n = 0;

    while (kp_is_ident_char(text[n]))
        n++;
    return n && !text[n] && !(text[0] >= '0' && text[0] <= '9');
}

const char *kp_lane_text(struct kp_lanes *p, const struct kp_node *e)
{
    const char *text = kp_node_text(p->f->unit, e);
    int64_t v;

    /* A part of a macro has the span of the whole. */
    if (e->from_macro &&
        !(kp_is_name(text) && e->parent &&
          (e->parent->span.begin != e->span.begin || e->parent->span.end != e->span.end)))
        return kp_eval(e, NULL, &v) ? kp_sprintf(p->f->unit->arena, "%lld", (long long)v) : NULL;
    for (const char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r' || (c[0] == '/' && (c[1] == '/' || c[1] == '*')))
            return NULL;
    return *text ? text : NULL;
}

const char *kp_operand(struct kp_arena *a, const char *text)
{
    const char *close = text[0] == '(' ? strchr(text, ')') : NULL;

    return text[strspn(text, "0123456789")] && !kp_is_name(text) && !(close && !close[1])
               ? kp_sprintf(a, "(%s)", text)
               : text;
}

void kp_lane_fact(struct kp_lanes *p, const char *condition)
{
    for (size_t i = 0; i < p->facts.n; i++)
        if (kp_streq(p->facts.v[i], condition))
            return;
    kp_push(p->f->unit->arena, &p->facts, condition);
}

bool kp_is_atom(const struct kp_node *e)
{
    return e->kind == KP_REF || e->kind == KP_MEMBER || e->kind == KP_INT_LIT;
}

/* Which of the blocks it is: a test of that would hold for one in four. */
static bool is_block_number(const struct kp_lanes *p, const struct kp_node *e)
{
    const struct kp_node *init = definition(p, e);

    if (e->kind == KP_CAST)
        return is_block_number(p, e->first);
    return init ? is_block_number(p, init) : axis_of(e, "blockIdx") != 0;
}

/* Leaves it to the run: e % by == 0. */
static bool demand(struct kp_lanes *p, const struct kp_node *e, int64_t by)
{
    const char *text;

    if (p->no_new_facts || !is_integer(e->type) || is_block_number(p, e) ||
        !kp_lane_testable(p, e) || !(text = kp_lane_text(p, e)))
        return false;
    kp_lane_fact(p, kp_sprintf(p->f->unit->arena,
                               kp_is_atom(e) ? "%s %% %d == 0" : "(%s) %% %d == 0", text, (int)by));
    return true;
}

/* ---- multiples ----------------------------------------------------------------------------- */

/* Does every assignment of the K-loop to `s` move it by a multiple? */
static bool moves_by(struct kp_lanes *p, const struct kp_node *n, const struct kp_sym *s,
                     int64_t by, int depth)
{
    const struct kp_sym *stepped;
    const struct kp_node *step;
    int sign;

    if (kp_step_of(n, &stepped, &step, &sign) && stepped == s)
        return step ? multiple(p, step, by, depth + 1) : by == 1;
    if ((n->kind == KP_ASSIGN || n->kind == KP_UNARY) && n->first->kind == KP_REF &&
        n->first->sym == s &&
        (n->kind == KP_ASSIGN || n->op == KP_OP_ADDR ||
         (n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC)))
        return false;
    kp_each_child(c, n) if (!moves_by(p, c, s, by, depth)) return false;
    return true;
}

/* Every store to it in the loop stands as an assignment of its own. */
static bool only_moved_by_name(const struct kp_lanes *p, const struct kp_sym *s)
{
    for (size_t i = 0; i < p->l->effects.access.n; i++) {
        const struct kp_access *a = &p->l->effects.access.v[i];
        const struct kp_node *at = a->at;

        if (a->base != s || a->space != KP_SPACE_LOCAL || !kp_is_store(a) || at == s->decl)
            continue;
        if (a->in || !at || a->through_pointer)
            return false;
        if (at->kind == KP_REF)
            at = at->parent;
        if (!at || (at->kind != KP_ASSIGN && at->kind != KP_UNARY))
            return false;
    }
    return true;
}

static bool is_pointer(const struct kp_sym *s)
{
    return s->type && s->type->kind == KP_TYPE_POINTER;
}

/* Its steps in the K-loop are multiples; nothing else changes it there. */
static bool steps_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_sym *s = e->sym;
    int64_t unit = is_pointer(s) ? s->type->elem->size : 1, steps = by;

    if (unit <= 0 || !s->decl || kp_thread_dependent(p->f, e, NULL) || !only_moved_by_name(p, s))
        return false;
    for (; unit % 2 == 0 && steps > 1; unit /= 2)
        steps /= 2;
    return moves_by(p, p->l->node, s, steps, depth);
}

/* A variable that the K-loop moves on: `k0`, `A += BK`. */
static bool moving_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_sym *s = e->sym;
    const char *text = is_pointer(s) ? "reinterpret_cast<size_t>(%s) %% %d == 0" : "%s %% %d == 0";

    if (!steps_multiple(p, e, by, depth))
        return false;
    if (kp_declared_in(s, p->l->node)) {
        const struct kp_node *init = kp_loop_init(p->l->node);

        return init && kp_is_inside(s->decl, init) && s->decl->has_init && !is_pointer(s) &&
               multiple(p, s->decl->last, by, depth + 1);
    }
    if (p->no_new_facts || s->space != KP_SPACE_LOCAL ||
        (s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM) ||
        (s->type && s->type->kind == KP_TYPE_REFERENCE))
        return false;
    kp_lane_fact(p, kp_sprintf(p->f->unit->arena, text, s->name, (int)by));
    return true;
}

static bool variable_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *init = definition(p, e), *loop, *step;
    const struct kp_sym *stepped;
    bool may_demand = !p->no_new_facts, ok;
    int sign;

    p->no_new_facts = true;
    ok = init && multiple(p, init, by, depth + 1);
    p->no_new_facts = !may_demand;
    if (ok || demand(p, e, by))
        return true;
    if (init)
        return multiple(p, init, by, depth + 1);
    loop = e->sym->decl ? trip_loop(p, e->sym) : NULL;
    if (loop)
        return kp_step_of(kp_loop_step(loop), &stepped, &step, &sign) && stepped == e->sym &&
               step && e->sym->decl->has_init && multiple(p, e->sym->decl->last, by, depth + 1) &&
               multiple(p, step, by, depth + 1);
    return moving_multiple(p, e, by, depth);
}

/* The largest power of two up to `most` that a constant is a multiple of. */
static int64_t power_in(int64_t v, int64_t most)
{
    int64_t n = 1;

    while (n < most && v % (2 * n) == 0)
        n *= 2;
    return n;
}

static bool product_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    bool may_demand = !p->no_new_facts;
    int64_t v;

    if (kp_eval(a, NULL, &v))
        return multiple(p, b, by / power_in(v, by), depth + 1);
    if (kp_eval(b, NULL, &v))
        return multiple(p, a, by / power_in(v, by), depth + 1);
    for (int demanding = 0; demanding <= may_demand; demanding++) {
        size_t n = p->facts.n;
        bool ok;

        p->no_new_facts = !demanding;
        ok = multiple(p, b, by, depth + 1) || (p->facts.n = n, multiple(p, a, by, depth + 1));
        p->no_new_facts = !may_demand;
        if (ok)
            return true;
        p->facts.n = n;
    }
    return false;
}

static bool binary_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t v;

    switch (e->op) {
    case KP_OP_ADD:
    case KP_OP_SUB:
        return multiple(p, a, by, depth + 1) && multiple(p, b, by, depth + 1);
    case KP_OP_MUL:
        return product_multiple(p, e, by, depth);
    case KP_OP_SHL:
        if (!kp_eval(b, NULL, &v) || v < 0 || v > 30)
            return false;
        return (int64_t)1 << v >= by || multiple(p, a, by >> v, depth + 1);
    case KP_OP_REM:
        return multiple(p, a, by, depth + 1) && multiple(p, b, by, depth + 1);
    case KP_OP_DIV: /* an exact quotient */
        return kp_eval(b, NULL, &v) && v > 0 && power_in(v, 16) == v && by * v <= 16 &&
               multiple(p, a, by * v, depth + 1);
    case KP_OP_AND:
        return kp_eval(b, NULL, &v) && v >= 0 && v % by == by - 1 && multiple(p, a, by, depth + 1);
    default:
        return false;
    }
}

/* BK + 1: whoever writes that hardly means a multiple. */
static bool is_padded(const struct kp_node *e, int64_t by)
{
    int64_t v;

    return (e->op == KP_OP_ADD || e->op == KP_OP_SUB) &&
           (kp_eval(kp_child(e, 1), NULL, &v) || kp_eval(e->first, NULL, &v)) && v % by != 0;
}

static bool multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by, int depth)
{
    int64_t v;

    if (by <= 1)
        return true;
    if (depth > MAX_DEPTH)
        return false;
    if (kp_eval(e, NULL, &v))
        return v % by == 0;
    if (is_counter(p, e))
        return by <= p->lanes;
    if (!is_integer(e->type))
        return false;
    switch (e->kind) {
    case KP_REF:
        return e->sym && variable_multiple(p, e, by, depth);
    case KP_MEMBER:
        return demand(p, e, by);
    case KP_CAST:
        return multiple(p, e->first, by, depth + 1);
    case KP_COND:
        return multiple(p, kp_child(e, 1), by, depth + 1) &&
               multiple(p, kp_child(e, 2), by, depth + 1);
    case KP_UNARY:
        return (e->op == KP_OP_PLUS || e->op == KP_OP_MINUS) &&
               multiple(p, e->first, by, depth + 1);
    case KP_BINARY: {
        size_t n = p->facts.n;

        if (binary_multiple(p, e, by, depth))
            return true;
        p->facts.n = n;
        return !is_padded(e, by) && demand(p, e, by);
    }
    default:
        return false;
    }
}

bool kp_lane_multiple(struct kp_lanes *p, const struct kp_node *e, int64_t by)
{
    return multiple(p, e, by, 0);
}

bool kp_lane_moves(struct kp_lanes *p, const struct kp_node *e, int64_t by)
{
    return steps_multiple(p, e, by, 0);
}

bool kp_lane_moving(struct kp_lanes *p, const struct kp_node *e, int64_t by)
{
    return moving_multiple(p, e, by, 0);
}

/* ---- differences --------------------------------------------------------------------------- */

/* x / c and x % c with x a multiple of lanes that steps by one, and c a multiple of lanes: x + j
 * stays in the same row. */
static bool stays_in_row(struct kp_lanes *p, const struct kp_node *x, const struct kp_node *c,
                         int depth)
{
    return kp_is_non_negative(p->f, x, p->natural) && multiple(p, x, p->lanes, depth + 1) &&
           !mentions_counter(p, c, 0) && multiple(p, c, p->lanes, depth + 1);
}

static bool binary_delta(struct kp_lanes *p, const struct kp_node *e, int depth, int64_t *d)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t da, db, v;

    if (!delta_of(p, a, depth + 1, &da) || !delta_of(p, b, depth + 1, &db))
        return false;
    *d = 0;
    if (!da && !db)
        return true;
    switch (e->op) {
    case KP_OP_ADD:
        *d = da + db;
        return true;
    case KP_OP_SUB:
        *d = da - db;
        return true;
    case KP_OP_MUL:
        *d = db ? db : da;
        return (!da || !db) && kp_eval(db ? a : b, NULL, &v) && !__builtin_mul_overflow(*d, v, d);
    case KP_OP_SHL:
        *d = kp_eval(b, NULL, &v) && v >= 0 && v < 31 ? da << v : 0;
        return *d != 0 && !db && da > 0;
    case KP_OP_DIV:
        return da == 1 && !db && stays_in_row(p, a, b, depth);
    case KP_OP_SHR:
        return da == 1 && kp_eval(b, NULL, &v) && v >= 0 && v < 31 && (int64_t)1 << v >= p->lanes &&
               kp_is_non_negative(p->f, a, p->natural) && multiple(p, a, p->lanes, depth + 1);
    case KP_OP_REM:
        *d = 1;
        return da == 1 && !db && stays_in_row(p, a, b, depth);
    case KP_OP_AND:
        *d = 1;
        return da == 1 && kp_eval(b, NULL, &v) && v > 0 && !(v & (v + 1)) &&
               (v + 1) % p->lanes == 0 && multiple(p, a, p->lanes, depth + 1);
    default:
        return false;
    }
}

static bool variable_delta(struct kp_lanes *p, const struct kp_node *e, int depth, int64_t *d)
{
    const struct kp_node *init = definition(p, e), *loop, *step;
    const struct kp_sym *stepped;
    int64_t by;
    int sign;

    if (init)
        return delta_of(p, init, depth + 1, d);
    loop = e->sym->decl ? trip_loop(p, e->sym) : NULL;
    /* every lane makes the same trips: the header's bound is the caller's to look at */
    return loop && kp_step_of(kp_loop_step(loop), &stepped, &step, &sign) && stepped == e->sym &&
           e->sym->decl->has_init && delta_of(p, e->sym->decl->last, depth + 1, d) &&
           (!step || (delta_of(p, step, depth + 1, &by) && by == 0));
}

static bool delta_of(struct kp_lanes *p, const struct kp_node *e, int depth, int64_t *d)
{
    int64_t other;

    *d = 0;
    if (kp_eval(e, NULL, &other))
        return true;
    if (depth > MAX_DEPTH)
        return false;
    if (is_counter(p, e)) {
        *d = 1;
        return true;
    }
    if (p->counter ? !mentions_counter(p, e, 0)
                   : !kp_thread_dependent(p->f, e, NULL) || kp_thread_axis(e))
        return true;
    if (!is_integer(e->type))
        return false;
    switch (e->kind) {
    case KP_REF:
        return e->sym && variable_delta(p, e, depth, d);
    case KP_CAST:
        return delta_of(p, e->first, depth + 1, d);
    case KP_UNARY:
        if (!delta_of(p, e->first, depth + 1, d))
            return false;
        *d = e->op == KP_OP_MINUS ? -*d : *d;
        return e->op == KP_OP_PLUS || e->op == KP_OP_MINUS;
    case KP_COND:
        return kp_lane_uniform(p, e->first) && delta_of(p, kp_child(e, 1), depth + 1, d) &&
               delta_of(p, kp_child(e, 2), depth + 1, &other) && *d == other;
    case KP_BINARY:
        return binary_delta(p, e, depth, d);
    default:
        return false;
    }
}

bool kp_lane_delta(struct kp_lanes *p, const struct kp_node *e, int64_t *delta)
{
    return delta_of(p, e, 0, delta);
}

/* ---- conditions ---------------------------------------------------------------------------- */

/* x + j < b with both multiples of lanes holds for all j when it holds for j = 0, x + j >= b too.
 */
static bool uniform_comparison(struct kp_lanes *p, const struct kp_node *e)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t da, db;
    bool less;

    if (!kp_lane_delta(p, a, &da) || !kp_lane_delta(p, b, &db))
        return false;
    if (!da && !db)
        return true;
    /* x < b and x >= b, or b > x and b <= x */
    less = da == 1 && !db && (e->op == KP_OP_LT || e->op == KP_OP_GE);
    return (less || (db == 1 && !da && (e->op == KP_OP_GT || e->op == KP_OP_LE))) &&
           is_integer(a->type) && is_integer(b->type) && kp_lane_multiple(p, a, p->lanes) &&
           kp_lane_multiple(p, b, p->lanes);
}

bool kp_lane_uniform(struct kp_lanes *p, const struct kp_node *e)
{
    const struct kp_node *init = definition(p, e);
    int64_t d;

    if (init && e->type && e->type->kind == KP_TYPE_BOOL)
        return kp_lane_uniform(p, init);
    switch (e->kind) {
    case KP_BINARY:
        switch (e->op) {
        case KP_OP_LAND:
        case KP_OP_LOR:
            return kp_lane_uniform(p, e->first) && kp_lane_uniform(p, kp_child(e, 1));
        case KP_OP_AND: /* of two comparisons */
        case KP_OP_OR:
            if (e->first->type && e->first->type->kind == KP_TYPE_BOOL)
                return kp_lane_uniform(p, e->first) && kp_lane_uniform(p, kp_child(e, 1));
            break;
        case KP_OP_LT:
        case KP_OP_GT:
        case KP_OP_LE:
        case KP_OP_GE:
        case KP_OP_EQ:
        case KP_OP_NE:
            return uniform_comparison(p, e);
        default:
            break;
        }
        break;
    case KP_UNARY:
        if (e->op == KP_OP_LNOT)
            return kp_lane_uniform(p, e->first);
        break;
    default:
        break;
    }
    return kp_lane_delta(p, e, &d) && !d;
}
