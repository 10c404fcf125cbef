/* The function IR made ready for execution: places for values, moves for phis, and what calls do.
 */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/clones.h"
#include "model/types_text.h"
#include "sample/machine.h"

enum { MOST_BYTES = 64 * 1024, BETWEEN = 256 };

struct maker {
    struct kp_arena *arena;
    const struct kp_fn *fn;
    struct kp_sample_program *code;
    uint32_t *at;          /* by value: its place in the frame + 1; 0: none yet */
    uint32_t *block;       /* by value: the block behind whose last use nobody needs it; 0: none */
    uint32_t *uses;        /* .. and how many are still to come */
    KP_VEC(uint32_t) free; /* places of such values */
    bool *used;            /* by value; computed on first use */
    const char *why;
};

static bool give_up(struct maker *m, const char *why)
{
    if (!m->why)
        m->why = why;
    return false;
}

static bool is_the_same_always(enum kp_fn_op op)
{
    return op == KP_FN_CONST || op == KP_FN_NUMBER || op == KP_FN_PARAM || op == KP_FN_ADDRESS ||
           op == KP_FN_UNDEF;
}

/* ---- places ---------------------------------------------------------------------------------- */

static struct kp_operand place_of(struct maker *m, kp_val id)
{
    struct kp_fn_type t;

    id = kp_fn_find(m->fn, id);
    t = m->fn->values.v[id].type;
    if (!m->at[id] && m->block[id] && m->free.n) {
        m->at[id] = m->free.v[--m->free.n];
    } else if (!m->at[id]) {
        m->at[id] = m->code->frame + 1;
        m->code->frame += kp_slot_bytes(t) + (m->fn->values.v[id].op == KP_FN_CALL ? 8 : 0);
        if (t.bytes > MOST_BYTES || m->code->frame > MOST_BYTES)
            give_up(m, "too many values");
    }
    return (struct kp_operand){m->at[id] - 1, t};
}

/* True if the value is computed where it stands, anew each time. A call leaves more than its value.
 */
static bool is_made_in_place(enum kp_fn_op op)
{
    return !is_the_same_always(op) && op != KP_FN_SPECIAL && op != KP_FN_PHI && op != KP_FN_CALL;
}

static void note_use(struct maker *m, kp_val id, uint32_t block)
{
    if (m->block[id] != block)
        m->block[id] = 0;
    m->uses[id]++;
}

/* Most values are used by their own block alone, so that a few places are enough for them: the
 * frames of a grid's threads are what its execution waits for. */
static void find_short_lives(struct maker *m)
{
    const struct kp_fn *fn = m->fn;

    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++) {
            kp_val id = fn->blocks.v[k].values.v[i];
            const struct kp_value *v = &fn->values.v[id];

            if (!v->same_as && is_made_in_place(v->op) && kp_slot_bytes(v->type) == 8)
                m->block[id] = k;
        }
    for (uint32_t k = 1; k < fn->blocks.n; k++) {
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++) {
            const struct kp_value *v = &fn->values.v[fn->blocks.v[k].values.v[i]];

            for (unsigned j = 0; !v->same_as && j < v->n_operands; j++)
                note_use(m, kp_fn_operand(fn, v, j), v->op == KP_FN_PHI ? 0 : k);
        }
        if (fn->blocks.v[k].condition)
            note_use(m, kp_fn_find(fn, fn->blocks.v[k].condition), 0);
    }
    if (fn->result)
        note_use(m, kp_fn_find(fn, fn->result), 0);
}

/* The place of a value may be used again. */
static void end_life(struct maker *m, kp_val id)
{
    if (m->block[id] && !m->uses[id])
        kp_push(m->arena, &m->free, m->at[id]);
}

static void end_lives(struct maker *m, kp_val id)
{
    const struct kp_value *v = &m->fn->values.v[id];

    end_life(m, id);
    for (unsigned i = 0; i < v->n_operands; i++) {
        kp_val operand = kp_fn_operand(m->fn, v, i);

        if (m->block[operand] && !--m->uses[operand])
            end_life(m, operand);
    }
}

static void lay_out_objects(struct maker *m)
{
    m->code->object = kp_new_array(m->arena, uint32_t, m->fn->objects.n + 1);
    for (size_t i = 0; i < m->fn->objects.n; i++) {
        const struct kp_object *o = &m->fn->objects.v[i];
        bool is_local = o->kind == KP_OBJECT_LOCAL;
        int64_t bytes = o->kind == KP_OBJECT_DYNAMIC ? KP_DYNAMIC_BYTES : o->bytes;
        uint32_t *end = is_local ? &m->code->local : &m->code->shared;

        if (o->kind == KP_OBJECT_GLOBAL)
            continue;
        if (bytes < 0 || bytes > KP_DYNAMIC_BYTES || *end > 8 * KP_DYNAMIC_BYTES) {
            give_up(m, "an array whose size is not known");
            return;
        }
        m->code->object[i] = *end;
        *end += ((uint32_t)bytes + BETWEEN + 255) & ~255u;
    }
}

/* It matters only if it is executed. */
static bool cannot(struct kp_step *s, const char *why)
{
    s->how = KP_HOW_CANNOT;
    s->why_not = why;
    return true;
}

/* ---- calls ----------------------------------------------------------------------------------- */

enum {
    CANNOT = KP_CTL_BREAK | KP_CTL_CONTINUE | KP_CTL_RETURN | KP_CTL_GOTO | KP_CTL_BARRIER |
             KP_CTL_ORDER | KP_CTL_UNKNOWN | KP_CTL_ASM | KP_CTL_TEXTURE | KP_CTL_IO
};

/* True if the value is an operand of another one. */
static bool is_used(struct maker *m, kp_val id)
{
    const struct kp_fn *fn = m->fn;

    if (!m->used) {
        m->used = kp_new_array(m->arena, bool, fn->values.n + 1);
        for (kp_val v = 1; v < fn->values.n; v++)
            for (unsigned i = 0; i < fn->values.v[v].n_operands; i++)
                m->used[kp_fn_operand(fn, &fn->values.v[v], i)] = true;
    }
    return m->used[id];
}

static const struct kp_async_rule *async_of(struct maker *m, const struct kp_value *v)
{
    struct kp_asm_rule *rule = kp_new(m->arena, struct kp_asm_rule);
    const struct kp_call_rule *call;

    if (v->node && v->node->kind == KP_ASM)
        return kp_rule_asm(m->fn->unit->rules, v->text, rule) ? &rule->async : NULL;
    call = v->node ? kp_callee_rule(m->fn->unit, v->node) : NULL;
    return call ? &call->async : NULL;
}

static bool make_async(struct maker *m, const struct kp_value *v, struct kp_step *s)
{
    const struct kp_async_rule *a = async_of(m, v);
    bool is_copy = a && a->kind == KP_ASYNC_COPY;
    unsigned most = is_copy ? (v->node->kind == KP_ASM ? 2u + (a->operand >= 0) : 4) : s->n;

    if (!a || a->kind == KP_ASYNC_NONE || s->n > most ||
        (a->kind != KP_ASYNC_COMMIT && a->operand >= (int)s->n) ||
        (is_copy && ((unsigned)a->to >= s->n || (unsigned)a->from >= s->n)))
        return cannot(s, "an asynchronous operation");
    s->how = KP_HOW_ASYNC;
    s->async = *a;
    return true;
}

static bool measure(struct maker *m, const struct kp_value *v, struct kp_step *s)
{
    struct kp_touched *t = kp_new_array(m->arena, struct kp_touched, s->n + 1);

    s->leading.at = UINT32_MAX;
    for (unsigned i = 0; i < s->n; i++) {
        if (!kp_fn_touches(m->fn, v, i).mode)
            continue;
        if (!kp_measure_touch(m->fn, v, i, &t[i]) || t[i].bytes > KP_DYNAMIC_BYTES)
            return cannot(s, "a call whose bytes are not known");
        if (t[i].lines)
            s->leading = place_of(m, t[i].leading);
    }
    s->touched = t;
    return true;
}

static bool make_call(struct maker *m, kp_val id, struct kp_step *s)
{
    const struct kp_value *v = &m->fn->values.v[id];
    bool is_atomic = false;

    s->salt = kp_mix_text(v->text);
    if (v->control & CANNOT)
        return cannot(s, "a call with other effects");
    if (v->control & KP_CTL_ASYNC)
        return make_async(m, v, s);
    s->how = v->control & KP_CTL_WARP ? KP_HOW_WARP : KP_HOW_CALL;
    for (unsigned i = 0; i < s->n; i++)
        is_atomic |= v->touch[i].mode == KP_ATOMIC;
    if (is_atomic && (is_used(m, id) || s->how == KP_HOW_WARP))
        return cannot(s, "an atomic operation whose result is used");
    if (is_atomic)
        s->how = KP_HOW_ATOMIC;
    return measure(m, v, s);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_plain(struct kp_fn_type t)
{
    return (kp_fn_is_number(t) || t.kind == KP_FN_POINTER) && t.bytes <= 8;
}

static bool is_power_of_two(uint32_t n)
{
    return n && !(n & (n - 1));
}

/* An operator on integers, whose result has this type. */
static enum kp_quick sized(enum kp_quick what, struct kp_fn_type t)
{
    return what + (t.bytes != 4              ? KP_QUICK_ANY
                   : t.kind == KP_FN_INT     ? 0
                   : t.kind != KP_FN_POINTER ? KP_QUICK_UNSIGNED
                                             : KP_QUICK_ANY);
}

static enum kp_quick comparison(enum kp_fn_op op, bool is_signed)
{
    bool is_order = op != KP_FN_EQ && op != KP_FN_NE;

    return (is_order && !is_signed ? KP_QUICK_BELOW : KP_QUICK_LESS) + (op - KP_FN_LT);
}

static enum kp_quick quick_of(const struct kp_step *s)
{
    struct kp_fn_type of = s->n ? s->operand[0].type : s->type;
    bool is_bool = s->type.kind == KP_FN_BOOL; /* any number but zero becomes 1 */
    bool is_plain_one = is_plain(of) && is_plain(s->type) && (!is_bool || of.kind == KP_FN_BOOL);
    bool is_float = of.kind == KP_FN_FLOAT && of.bytes <= 8 && s->type.bytes <= 8;

    switch (s->op) {
    case KP_FN_ADD:
    case KP_FN_SUB:
    case KP_FN_MUL:
        return is_plain_one ? sized(KP_QUICK_ADD + (s->op - KP_FN_ADD), s->type)
               : is_float   ? KP_QUICK_FLOAT
                            : KP_QUICK_NOT;
    case KP_FN_DIV:
        return is_float ? KP_QUICK_FLOAT : KP_QUICK_NOT;
    case KP_FN_AND:
    case KP_FN_OR:
    case KP_FN_XOR:
        return is_plain_one && !is_bool ? sized(KP_QUICK_AND + (s->op - KP_FN_AND), s->type)
                                        : KP_QUICK_NOT;
    case KP_FN_CAST:
        return is_plain_one ? sized(KP_QUICK_COPY, s->type) : KP_QUICK_NOT;
    case KP_FN_LT:
    case KP_FN_LE:
    case KP_FN_GT:
    case KP_FN_GE:
    case KP_FN_EQ:
    case KP_FN_NE:
        return is_plain(of) && s->type.bytes <= 8 ? comparison(s->op, of.kind == KP_FN_INT)
                                                  : KP_QUICK_NOT;
    case KP_FN_SELECT:
        return kp_slot_bytes(s->type) == 8 ? KP_QUICK_SELECT : KP_QUICK_NOT;
    case KP_FN_LOAD:
        return s->type.kind != KP_FN_RECORD && is_power_of_two(s->type.bytes) && s->type.bytes <= 8
                   ? KP_QUICK_LOAD
                   : KP_QUICK_NOT;
    case KP_FN_STORE:
        of = s->operand[1].type;
        return of.kind != KP_FN_RECORD && is_power_of_two(of.bytes) && of.bytes <= 8
                   ? KP_QUICK_STORE
                   : KP_QUICK_NOT;
    default:
        return KP_QUICK_NOT;
    }
}

/* Of a number its size; of a record what its type says. */
static uint32_t alignment_of(const struct kp_fn *fn, const struct kp_step *s)
{
    struct kp_fn_type t = s->op == KP_FN_STORE ? s->operand[1].type : s->type;
    const struct kp_node *node = s->value->node;
    const struct kp_type *said = node ? kp_referred_type(node->type) : NULL;
    const struct kp_call_rule *rule;

    if (s->op == KP_FN_COPY) { /* of a word or a vector, as the function is said to, or of bytes */
        rule = node && node->kind == KP_CALL ? kp_callee_rule(fn->unit, node) : NULL;
        return rule && rule->copy_bytes ? (uint32_t)rule->copy_bytes : 1;
    }
    if (t.kind != KP_FN_RECORD)
        return t.bytes ? t.bytes : 1;
    return said && said->size == t.bytes && said->align > 0 ? (uint32_t)said->align : 1;
}

static struct kp_quick_step make_quick(const struct kp_step *s)
{
    struct kp_fn_type t = s->op == KP_FN_STORE ? s->operand[1].type : s->type;
    uint16_t at[3] = {0};

    if (s->how != KP_HOW_ALONE || s->n > 3)
        return (struct kp_quick_step){.what = KP_QUICK_NOT};
    for (unsigned i = 0; i < s->n; i++)
        at[i] = (uint16_t)(s->operand[i].at / 8);
    return (struct kp_quick_step){
        .what = (uint8_t)quick_of(s),
        .cut = t.bytes && t.bytes < 8 ? (uint8_t)(64 - 8 * t.bytes) : 0,
        .is_signed = t.kind == KP_FN_INT,
        .bytes = (uint8_t)t.bytes,
        .to = (uint16_t)(s->to / 8),
        .left = at[0],
        .right = at[1],
        .third = s->op == KP_FN_SELECT ? at[2] : (uint16_t)s->op,
    };
}

/* Only emission writes that. */
static bool asks_for_dynamic_bytes(const struct kp_value *v)
{
    return v->node && v->node->kind == KP_ASM && kp_streq(v->node->name, KP_ASKS_DYNAMIC_BYTES);
}

/* True for the number of the thread in its block, as CUDA's own class gives it. */
static bool is_rank_in_block(const struct kp_value *v)
{
    const struct kp_sym *f = v->node && v->node->kind == KP_CALL ? v->node->sym : NULL;

    return f && f->from_prelude &&
           kp_streq(f->qualified, "cooperative_groups::thread_block::thread_rank");
}

static bool make_step(struct maker *m, kp_val id, struct kp_step *s)
{
    const struct kp_value *v = &m->fn->values.v[id];
    struct kp_operand to = place_of(m, id);

    *s = (struct kp_step){
        .op = v->op, .type = to.type, .to = to.at, .n = v->n_operands, .imm = v->imm, .value = v};
    s->operand = kp_new_array(m->arena, struct kp_operand, s->n + 1);
    for (unsigned i = 0; i < s->n; i++)
        s->operand[i] = place_of(m, kp_fn_operand(m->fn, v, i));
    s->aligned = alignment_of(m->fn, s);
    switch (v->op) {
    case KP_FN_UNKNOWN:
        if (asks_for_dynamic_bytes(v))
            s->imm = KP_DYNAMIC_BYTES;
        else
            cannot(s, v->text ? v->text : "something unknown");
        return true;
    case KP_FN_GIVEN:
        return cannot(s, "a template parameter");
    case KP_FN_LOAD:
    case KP_FN_STORE:
        return !v->size || cannot(s, "an access of unknown size");
    case KP_FN_SPECIAL:
        if (v->imm >= KP_SPECIAL_BLOCK && v->imm < KP_SPECIAL_BLOCK + 3)
            m->code->reads_block[v->imm - KP_SPECIAL_BLOCK] = true;
        return true;
    case KP_FN_BARRIER:
        s->how = KP_HOW_BARRIER;
        return true;
    case KP_FN_NUMBER:
        s->salt = kp_mix_text(kp_node_text((struct kp_unit *)m->fn->unit, v->node));
        return true;
    case KP_FN_PURE:
        s->salt = kp_mix_text(v->text);
        s->how = is_rank_in_block(v) ? KP_HOW_RANK : s->how;
        return true;
    case KP_FN_CALL:
        return make_call(m, id, s);
    default:
        return true;
    }
}

/* ---- control --------------------------------------------------------------------------------- */

static unsigned rank_of_edge(const struct kp_fn_block *to, uint32_t from, unsigned skip)
{
    for (unsigned i = 0; i < to->preds.n; i++)
        if (to->preds.v[i] == from && !skip--)
            return i;
    return 0;
}

static void make_edge(struct maker *m, uint32_t from, unsigned which, struct kp_edge *e)
{
    const struct kp_fn_block *k = &m->fn->blocks.v[from], *to;
    uint32_t bytes;
    unsigned rank;

    e->to = k->successor[which];
    if (!e->to)
        return;
    to = &m->fn->blocks.v[e->to];
    rank = rank_of_edge(to, from, which && k->successor[0] == e->to);
    e->moves = kp_new_array(m->arena, struct kp_move, to->values.n + 1);
    e->is_short = true;
    for (size_t i = 0; i < to->values.n; i++) {
        const struct kp_value *v = &m->fn->values.v[to->values.v[i]];

        if (v->op != KP_FN_PHI || v->same_as)
            continue;
        if (rank >= v->n_operands) {
            give_up(m, "control flow that is not represented");
            return;
        }
        if (kp_fn_value(m->fn, v->operand[rank])->type.bytes != v->type.bytes) {
            give_up(m, "variables of changing types");
            return;
        }
        bytes = kp_slot_bytes(v->type);
        e->is_short = e->is_short && bytes == 8;
        e->moves[e->n++] = (struct kp_move){place_of(m, kp_fn_operand(m->fn, v, rank)).at,
                                            place_of(m, to->values.v[i]).at, bytes};
    }
}

static void make_block(struct maker *m, uint32_t id, struct kp_program_block *out)
{
    const struct kp_fn_block *k = &m->fn->blocks.v[id];

    out->steps = kp_new_array(m->arena, struct kp_step, k->values.n + 1);
    out->quick = kp_new_array(m->arena, struct kp_quick_step, k->values.n + 1);
    for (size_t i = 0; i < k->values.n && !m->why; i++) {
        const struct kp_value *v = &m->fn->values.v[k->values.v[i]];

        if (v->same_as || v->op == KP_FN_PHI)
            continue;
        if (is_the_same_always(v->op)) {
            make_step(m, k->values.v[i], &m->code->once[m->code->n_once++]);
        } else if (v->op == KP_FN_SPECIAL) {
            make_step(m, k->values.v[i], &m->code->special[m->code->n_special++]);
        } else {
            make_step(m, k->values.v[i], &out->steps[out->n]);
            end_lives(m, k->values.v[i]);
            out->quick[out->n] = make_quick(&out->steps[out->n]);
            out->n++;
        }
    }
    out->has_condition = k->successor[1] && k->condition;
    if (k->successor[1] && !k->condition)
        give_up(m, "control flow that is not represented");
    if (out->has_condition)
        out->condition = place_of(m, k->condition).at;
    for (unsigned i = 0; i < 2; i++)
        make_edge(m, id, i, &out->next[i]);
}

bool kp_program_make(struct kp_arena *a, const struct kp_fn *fn, struct kp_sample_program *out,
                     const char **why)
{
    struct maker m = {.arena = a, .fn = fn, .code = out, .why = fn->unknown};

    *out = (struct kp_sample_program){.fn = fn};
    if (!m.why && fn->choices.n)
        m.why = "a switch";
    if (!m.why) {
        m.at = kp_new_array(a, uint32_t, fn->values.n + 1);
        m.block = kp_new_array(a, uint32_t, fn->values.n + 1);
        m.uses = kp_new_array(a, uint32_t, fn->values.n + 1);
        find_short_lives(&m);
        out->blocks = kp_new_array(a, struct kp_program_block, fn->blocks.n + 1);
        out->once = kp_new_array(a, struct kp_step, fn->values.n + 1);
        out->special = kp_new_array(a, struct kp_step, fn->values.n + 1);
        lay_out_objects(&m);
    }
    for (uint32_t k = 1; !m.why && k < fn->blocks.n; k++)
        if (k == 1 || fn->blocks.v[k].preds.n)
            make_block(&m, k, &out->blocks[k]);
    if (!m.why && fn->result)
        out->result = place_of(&m, fn->result);
    *why = m.why;
    return !m.why;
}
