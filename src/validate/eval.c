/* Evaluation of expressions. */
#include <stdlib.h>

#include "front/number.h"
#include "front/tree.h"
#include "validate/run.h"

static kp_term operation(struct kp_run *r, enum kp_op op, kp_term a, kp_term b)
{
    kp_term operand[2] = {a, b};

    return kp_term_form(r->terms, op, "operator", operand, b ? 2 : 1);
}

kp_term kp_as_stage(struct kp_run *r, const struct kp_node *from, kp_term x)
{
    return (from->has_value || from->kind == KP_COND) && kp_term_kind(r->terms, x) == KP_TERM_NUMBER
               ? kp_term_number(r->terms, KP_TERM_STAGE, kp_term_data(r->terms, x))
               : x;
}

kp_term kp_as_schedule(struct kp_run *r, const char *name, const struct kp_node *from, kp_term x)
{
    return kp_is_stage_name(r, name) ? kp_as_stage(r, from, x) : x;
}

/* ---- of the schedule's numbers ------------------------------------------------------------ */

static bool fold(enum kp_op op, int64_t a, int64_t b, int64_t *v)
{
    switch (op) {
    case KP_OP_DIV:
    case KP_OP_SHL:
    case KP_OP_SHR:
    case KP_OP_AND:
    case KP_OP_OR:
        return false; /* kpipe's schedules have none */
    default:
        return !(op == KP_OP_REM && (a < 0 || b < 0)) && kp_compute(op, false, 8, a, b, v);
    }
}

bool kp_is_stage_number(struct kp_run *r, kp_term x)
{
    return kp_term_kind(r->terms, x) == KP_TERM_STAGE;
}

static bool is_pointer(const struct kp_node *n)
{
    return n->type && (n->type->kind == KP_TYPE_POINTER || n->type->kind == KP_TYPE_ARRAY);
}

static bool is_ordered(const struct kp_node *n)
{
    return n->type && (n->type->kind == KP_TYPE_INT || n->type->kind == KP_TYPE_POINTER ||
                       n->type->kind == KP_TYPE_BOOL || n->type->kind == KP_TYPE_ENUM);
}

/* The same where no type is known of the whole, because a pointer to a template's type is part of
 * it, and an integer is added. */
static bool moves_pointer(struct kp_run *r, const struct kp_node *pointer, const struct kp_node *by)
{
    const struct kp_type *t, *number;

    if (is_pointer(pointer))
        return !is_pointer(by);
    t = kp_expr_type(r, pointer);
    number = kp_expr_type(r, by);
    return t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY) && number &&
           number->kind == KP_TYPE_INT && !number->is_dependent;
}

/* A comparison of two integers, expressed by < and == only. */
static kp_term comparison(struct kp_run *r, const struct kp_node *n, kp_term a, kp_term b)
{
    enum kp_op op = n->op;

    if (!is_ordered(n->first) || !is_ordered(n->last))
        return operation(r, op, a, b);
    if (op >= KP_OP_LT && op <= KP_OP_NE)
        op = kp_compare_sums(r, n, &a, &b);
    switch (op) {
    case KP_OP_GT:
        return operation(r, KP_OP_LT, b, a);
    case KP_OP_GE:
        return kp_term_not(r->terms, operation(r, KP_OP_LT, a, b));
    case KP_OP_LE:
        return kp_term_not(r->terms, operation(r, KP_OP_LT, b, a));
    case KP_OP_NE:
        return kp_term_not(r->terms, operation(r, KP_OP_EQ, a, b));
    default:
        return operation(r, op, a, b);
    }
}

/* True if what is added is a number of bytes. */
static bool counts_bytes(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    return t && (t->kind == KP_TYPE_INT ||
                 (t->kind == KP_TYPE_POINTER && t->elem && t->elem->size == 1));
}

static kp_term binary(struct kp_run *r, const struct kp_node *n, kp_term a, kp_term b)
{
    int64_t x, y, v;
    kp_term moved;

    a = kp_low_bits_asked(r, n, a);

    if ((kp_is_stage_number(r, a) || kp_is_stage_number(r, b)) &&
        kp_term_is_number(r->terms, a, &x) && kp_term_is_number(r->terms, b, &y) &&
        fold(n->op, x, y, &v))
        return kp_term_number(r->terms, KP_TERM_STAGE, v);
    if (n->op == KP_OP_LAND && kp_is_stage_number(r, a))
        return kp_term_data(r->terms, a) ? b : a;
    if (n->op == KP_OP_MUL && kp_is_stage_number(r, a))
        return kp_term_of(r->terms, "stages", a, b, 0);
    moved = kp_sum_of(r, n, a, b);
    if (!moved && n->op == KP_OP_ADD && counts_bytes(n->first))
        moved = kp_shifted(r, a, b);
    if (moved)
        return moved;
    if (kp_term_kind(r->terms, a) == KP_TERM_PLACE && (n->op == KP_OP_ADD || n->op == KP_OP_SUB) &&
        kp_term_kind(r->terms, b) != KP_TERM_PLACE)
        return kp_term_place(
            r->terms, (size_t)kp_term_data(r->terms, a),
            n->op == KP_OP_ADD
                ? kp_element(r, kp_term_operand(r->terms, a, 0), b)
                : kp_term_of(r->terms, "-", kp_term_operand(r->terms, a, 0), kp_seen(r, b), 0));
    if (n->op == KP_OP_ADD && moves_pointer(r, n->first, n->last))
        return kp_element(r, a, b);
    if (n->op == KP_OP_ADD && moves_pointer(r, n->last, n->first))
        return kp_element(r, b, a);
    return comparison(r, n, a, b);
}

/* ---- by kind ------------------------------------------------------------------------------ */

static const struct {
    enum kp_op op, plain;
} compounds[] = {
    {KP_OP_MUL_ASSIGN, KP_OP_MUL}, {KP_OP_DIV_ASSIGN, KP_OP_DIV}, {KP_OP_REM_ASSIGN, KP_OP_REM},
    {KP_OP_ADD_ASSIGN, KP_OP_ADD}, {KP_OP_SUB_ASSIGN, KP_OP_SUB}, {KP_OP_SHL_ASSIGN, KP_OP_SHL},
    {KP_OP_SHR_ASSIGN, KP_OP_SHR}, {KP_OP_AND_ASSIGN, KP_OP_AND}, {KP_OP_XOR_ASSIGN, KP_OP_XOR},
    {KP_OP_OR_ASSIGN, KP_OP_OR},
};

static enum kp_op plain_op(enum kp_op op)
{
    for (size_t i = 0; i < sizeof compounds / sizeof *compounds; i++)
        if (compounds[i].op == op)
            return compounds[i].plain;
    return KP_OP_OTHER;
}

static const char *name_of_place(const struct kp_node *n)
{
    return n->kind == KP_REF && n->sym ? n->sym->name : "";
}

/* What a bit-field keeps of the value. */
static kp_term in_bits(struct kp_run *r, const struct kp_node *place, kp_term value)
{
    return place->kind == KP_MEMBER && place->sym && place->sym->is_bit_field
               ? kp_term_of(r->terms, "bits of", kp_term_name(r->terms, place->sym->qualified),
                            value, 0)
               : value;
}

/* What is assigned, converted to the type of the place. */
static kp_term eval_assign(struct kp_run *r, const struct kp_node *n)
{
    kp_term value = kp_run_eval(r, n->last);
    struct kp_lvalue at = kp_place_of(r, n->first);

    if (!at.where) {
        kp_exec_opaque(r, n);
        return value;
    }
    if (n->op != KP_OP_ASSIGN) {
        struct kp_node as = *n;
        struct kp_lvalue before = at;

        as.op = plain_op(n->op);
        value = kp_as_schedule(r, name_of_place(n->first), n->last, value);
        value = binary(r, &as, kp_read(r, before, kp_width_of(r, n->first)), value);
    } else {
        value = kp_converted(r, kp_expr_type(r, n->first), n->last, value);
    }
    value = kp_as_schedule(r, name_of_place(n->first), n->last, value);
    value = in_bits(r, n->first, value);
    kp_write(r, at, value, false);
    return value;
}

static kp_term eval_step(struct kp_run *r, const struct kp_node *n)
{
    struct kp_lvalue at = kp_place_of(r, n->first);
    struct kp_node as = *n;
    kp_term before, after, one = kp_term_number(r->terms, KP_TERM_NUMBER, 1);

    if (!at.where)
        return kp_exec_opaque(r, n);
    as.op = n->op == KP_OP_PREINC || n->op == KP_OP_POSTINC ? KP_OP_ADD : KP_OP_SUB;
    as.last = as.first; /* never two pointers */
    before = kp_read(r, at, kp_width_of(r, n->first));
    if (is_pointer(n->first) && kp_term_kind(r->terms, before) != KP_TERM_PLACE)
        after =
            as.op == KP_OP_ADD ? kp_element(r, before, one) : operation(r, KP_OP_SUB, before, one);
    else
        after = in_bits(r, n->first, binary(r, &as, before, one));
    kp_write(r, at, after, false);
    return n->op == KP_OP_PREINC || n->op == KP_OP_PREDEC ? after : before;
}

static kp_term eval_unary(struct kp_run *r, const struct kp_node *n)
{
    struct kp_lvalue at;
    kp_term value;

    switch (n->op) {
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        return eval_step(r, n);
    case KP_OP_ADDR:
        at = kp_place_of(r, n->first);
        return at.where ? kp_address(r, at) : kp_shape(r, n, n);
    case KP_OP_DEREF:
        at = kp_place_of(r, n);
        return kp_read(r, at, kp_width_of(r, n));
    case KP_OP_LNOT:
        value = kp_run_eval(r, n->first);
        return kp_is_stage_number(r, value)
                   ? kp_term_number(r->terms, KP_TERM_STAGE, !kp_term_data(r->terms, value))
                   : kp_term_not(r->terms, kp_truth(r, n->first, value));
    default:
        return operation(r, n->op, kp_run_eval(r, n->first), 0);
    }
}

static bool is_same_type(const struct kp_type *a, const struct kp_type *b)
{
    return a && b && kp_streq(kp_unqualified(a->canonical), kp_unqualified(b->canonical));
}

/* && and ||, where the second operand changes something if it is evaluated. */
static kp_term eval_unless(struct kp_run *r, const struct kp_node *n)
{
    kp_term a = kp_condition(r, n->first), b;
    struct kp_state before, then;
    bool holds, goes_on = n->op == KP_OP_LAND;

    if (kp_is_known(r, a, &holds))
        return holds == goes_on ? kp_condition(r, n->last) : a;
    before = kp_state_copy(r);
    kp_assume(r, a, goes_on);
    b = kp_condition(r, n->last);
    r->assumed.n--;
    then = r->state;
    if (goes_on) {
        kp_state_join(r, a, &then, &before);
        r->state = then;
    } else {
        kp_state_join(r, a, &before, &then);
        r->state = before;
    }
    return binary(r, n, a, b);
}

/* For operands of two types, their common type may not be in the tree. */
static kp_term eval_cond(struct kp_run *r, const struct kp_node *n)
{
    kp_term condition = kp_condition(r, n->first), yes, no;
    struct kp_state before, then;
    bool holds, changes;

    kp_doubt(r,
             kp_is_open_type(n->type) &&
                 !is_same_type(kp_expr_type(r, kp_child(n, 1)), kp_expr_type(r, n->last)),
             kp_open_conversion);
    if (kp_is_known(r, condition, &holds))
        return kp_converted(r, n->type, kp_child(n, holds ? 1 : 2),
                            kp_run_eval(r, kp_child(n, holds ? 1 : 2)));
    if (kp_term_kind(r->terms, condition) == KP_TERM_CHOICE || kp_has_control(r, kp_child(n, 1)) ||
        kp_has_control(r, n->last))
        return kp_run_eval(r, kp_child(n, kp_decide(r, condition, true) ? 1 : 2));
    changes = kp_may_change(r, kp_child(n, 1)) || kp_may_change(r, n->last);
    if (changes)
        before = kp_state_copy(r);
    kp_assume(r, condition, true);
    yes = kp_converted(r, n->type, kp_child(n, 1), kp_run_eval(r, kp_child(n, 1)));
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    if (changes) {
        then = r->state;
        r->state = before;
    }
    no = kp_converted(r, n->type, n->last, kp_run_eval(r, n->last));
    r->assumed.n--;
    if (changes) {
        kp_state_join(r, condition, &then, &r->state);
        r->state = then;
    }
    return kp_term_choice(r->terms, condition, yes, no);
}

/* True for a test before the whole loop; the caller chooses which branch is examined. */
static bool is_flag(const struct kp_run *r, const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_VAR && s->type && s->type->kind == KP_TYPE_BOOL &&
           s->type->is_const && kp_is_schedule_name(r, s->name);
}

/* The name with template arguments, which identify the instance, unless these contain a place in a
 * file. */
static const char *name_of(struct kp_run *r, const struct kp_node *n)
{
    const char *name = n->sym ? n->sym->name : n->name ? n->name : "?";

    return n->instance && !strchr(n->instance, '@')
               ? kp_sprintf(r->arena, "%s<%s>", name, n->instance)
               : name;
}

static kp_term eval_ref(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    const struct kp_type *t;
    struct kp_lvalue at = {0};

    if (is_flag(r, s))
        return kp_term_number(r->terms, KP_TERM_STAGE, !r->as_written);
    at = kp_place_of(r, n);
    if (!at.where) {
        if (s && s->has_value && kp_is_schedule_name(r, s->name))
            return kp_term_number(r->terms, KP_TERM_STAGE, s->value);
        return kp_term_name(r->terms, name_of(r, n));
    }
    if (s->kind == KP_SYM_VAR && kp_is_array(s) && at.where == KP_IN_BUFFER &&
        (s->n_dims || (s->type && s->type->kind == KP_TYPE_ARRAY)))
        return kp_address(r, at);
    t = kp_expr_type(r, n);
    if ((n->type && n->type->kind == KP_TYPE_ARRAY) ||
        (at.where == KP_IN_BUFFER && t && t->kind == KP_TYPE_ARRAY) || kp_is_staged_array(r, at))
        return kp_address(r, at);
    return kp_read(r, at, kp_width_of(r, n));
}

static kp_term eval_place(struct kp_run *r, const struct kp_node *n)
{
    struct kp_lvalue at = kp_place_of(r, n);
    kp_term value;

    if (!at.where)
        return kp_may_change(r, n) ? kp_exec_opaque(r, n) : kp_shape(r, n, n);
    if (n->type && n->type->kind == KP_TYPE_ARRAY)
        return kp_address(r, at);
    value = kp_read(r, at, kp_width_of(r, n));
    return n->kind == KP_MEMBER && n->sym && n->sym->is_bit_field
               ? kp_term_of(r->terms, kp_of_bits, value, 0, 0)
               : value;
}

static bool is_address_type(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE);
}

static kp_term eval_cast(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *from;
    kp_term value;

    if (kp_is_reference_cast(r, n)) {
        value = eval_place(r, n);
        return is_same_type(n->type, n->first->type) ||
                       (n->type && n->type->kind == KP_TYPE_REFERENCE)
                   ? value
                   : kp_term_of(
                         r->terms, "bits as",
                         kp_term_name(r->terms, n->type ? kp_unqualified(n->type->canonical) : "?"),
                         value, 0);
    }
    value = kp_run_eval(r, n->first);
    from = kp_expr_type(r, n->first);
    if (is_address_type(n->type) || kp_is_stage_number(r, value) ||
        kp_term_kind(r->terms, value) == KP_TERM_PLACE || kp_are_one_parameter(n->type, from))
        return value;
    if (n->type && from && (kp_is_number_type(n->type) || kp_is_open_type(n->type)) &&
        kp_is_number_type(from))
        return kp_converted(r, n->type, n->first, value);
    if (kp_is_number_type(n->type) && from && from->kind == KP_TYPE_ENUM && n->has_value &&
        n->first->has_value && n->value == n->first->value)
        return value; /* as without the cast */
    /* from a type that the tree does not have: it may be narrower, so the conversion is kept */
    kp_doubt(r, kp_is_number_type(n->type) && (!from || from->is_dependent), kp_open_conversion);
    return kp_term_of(r->terms, "cast",
                      kp_term_name(r->terms, n->type ? kp_unqualified(n->type->canonical) : "?"),
                      value, 0);
}

/* A reference in what is made may refer to it. */
static void point_at(struct kp_run *r, const struct kp_node *n)
{
    struct kp_lvalue at = {0};

    if (n->kind == KP_REF || n->kind == KP_INDEX || n->kind == KP_MEMBER || n->kind == KP_UNARY ||
        n->kind == KP_COND || n->kind == KP_CAST)
        at = kp_place_of(r, n);
    if (at.where)
        kp_address(r, at);
}

/* True if the list gives a value to each member of a class: none has another one's default. */
static bool gives_all_members(const struct kp_run *r, const struct kp_node *n)
{
    const struct kp_sym *record =
        n->type && n->type->kind == KP_TYPE_RECORD && n->type->copies_bits ? n->type->decl : NULL;
    unsigned fields = 0;

    if (!record || record->base || kp_has_reference(n->type))
        return false;
    kp_each_member(s, r->u, record) fields += s->kind == KP_SYM_FIELD;
    return fields && fields == n->n_children;
}

/* Operands in order, under the form of the node. */
static kp_term eval_others(struct kp_run *r, const struct kp_node *n)
{
    kp_term operand[64];
    size_t count = 0;

    if (n->n_children > 64) {
        kp_lose(r, "an expression of more than 64 operands");
        return kp_term_name(r->terms, "?");
    }
    if (n->kind != KP_CALL && n->kind != KP_OPCALL && kp_has_reference(n->type))
        kp_each_child(c, n) point_at(r, c);
    kp_each_child(c, n) operand[count++] = kp_run_eval(r, c);
    return kp_form_of(r, n,
                      n->kind == KP_INIT_LIST && gives_all_members(r, n) ? kp_of_members
                      : n->name                                          ? n->name
                      : n->sym                                           ? n->sym->name
                      : n->type && n->kind != KP_INIT_LIST               ? n->type->canonical
                                                                         : NULL,
                      operand, count);
}

/* A small integer is the same in every type. */
static kp_term number_of(struct kp_run *r, const struct kp_node *n)
{
    char *end = NULL;
    double v = n->name ? strtod(n->name, &end) : -1;

    return end && end > n->name && end[strspn(end, "fFlL")] == 0 && v >= 0 && v < 128 && v == (int)v
               ? kp_term_number(r->terms, KP_TERM_NUMBER, (int)v)
               : kp_shape(r, n, n);
}

/* The type of the variable, or of what it points to: emission has made a pointer of a reference. An
 * element of the schedule's arrays is a stage. */
static const struct kp_type *type_of_variable(const struct kp_node *n)
{
    const struct kp_node *of = n->kind == KP_UNARY && n->op == KP_OP_DEREF ? n->first : n;

    if (of->kind != KP_REF || !of->sym ||
        (of->sym->kind != KP_SYM_VAR && of->sym->kind != KP_SYM_PARAM))
        return NULL;
    return n->type;
}

kp_term kp_size_of(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *t = n->first ? type_of_variable(n->first) : NULL;

    if (n->has_value)
        return kp_term_number(r->terms, KP_TERM_NUMBER, n->value);
    if (t && t->size > 0 && t->kind != KP_TYPE_REFERENCE && !t->is_dependent &&
        kp_streq(n->name, "sizeof"))
        return kp_term_number(r->terms, KP_TERM_NUMBER, t->size);
    if (n->first || !n->type)
        return kp_form_by_names(r, n);
    return n->type->size > 0 ? kp_term_number(r->terms, KP_TERM_NUMBER, n->type->size)
                             : kp_term_name(r->terms, kp_plain_type(r->arena, n->type->spelling));
}

static kp_term eval_binary(struct kp_run *r, const struct kp_node *n)
{
    kp_term a, b;

    if ((n->op == KP_OP_LAND || n->op == KP_OP_LOR) && kp_may_change(r, n->last) &&
        !kp_has_control(r, n->last))
        return eval_unless(r, n);
    a = kp_run_eval(r, n->first);
    b = kp_run_eval(r, n->last);
    if (n->op == KP_OP_COMMA)
        return b;
    a = kp_assumed(r, a);
    b = kp_assumed(r, b);
    return n->op == KP_OP_LAND || n->op == KP_OP_LOR
               ? binary(r, n, kp_truth(r, n->first, a), kp_truth(r, n->last, b))
               : binary(r, n, a, b);
}

kp_term kp_run_eval(struct kp_run *r, const struct kp_node *n)
{
    if (!kp_step(r))
        return kp_term_name(r->terms, "?");
    if (kp_has_effect(r, n))
        kp_note_effect(r, n, false);
    switch (n->kind) {
    case KP_INT_LIT:
    case KP_BOOL_LIT:
        return n->has_value ? kp_term_number(r->terms, KP_TERM_NUMBER, n->value)
                            : kp_shape(r, n, n);
    case KP_SIZEOF:
        return kp_size_of(r, n);
    case KP_REF:
        return eval_ref(r, n);
    case KP_INDEX:
    case KP_MEMBER:
        return eval_place(r, n);
    case KP_UNARY:
        return eval_unary(r, n);
    case KP_BINARY:
        return eval_binary(r, n);
    case KP_ASSIGN:
        return eval_assign(r, n);
    case KP_COND:
        return eval_cond(r, n);
    case KP_CAST:
        return eval_cast(r, n);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        if (n->is_plain)
            return kp_assigns(n) ? eval_assign(r, n) : eval_binary(r, n);
        return kp_is_pure(r, n) ? eval_others(r, n) : kp_eval_call(r, n);
    case KP_INIT_LIST:
        if (n->n_children != 1 || !n->type)
            return eval_others(r, n);
        return kp_is_number_type(n->type)
                   ? kp_converted(r, n->type, n->first, kp_run_eval(r, n->first))
               : n->type->kind == KP_TYPE_POINTER ? kp_run_eval(r, n->first)
                                                  : eval_others(r, n);
    case KP_NONE:
        return kp_term_name(r->terms, "none");
    case KP_FLOAT_LIT:
        return number_of(r, n);
    case KP_STRING_LIT:
    case KP_LAMBDA:
        return kp_shape(r, n, n);
    case KP_THIS:
        return r->self.where ? kp_address(r, r->self) : kp_shape(r, n, n);
    default:
        return kp_exec_opaque(r, n);
    }
}
