/* Expressions: what they denote, what they are worth, what they do. */
#include "fn/build.h"

#include "front/tree.h"

static const struct kp_fn_type bool_type = {KP_FN_BOOL, 1}, pointer_type = {KP_FN_POINTER, 8},
                               offset_type = {KP_FN_INT, 8}, void_type = {KP_FN_VOID, 0};

/* ---- names ---- */

static struct kp_fn_lvalue lower_builtin(struct kp_fn_builder *b, const struct kp_node *n)
{
    static const struct {
        const char *name;
        enum kp_special first;
    } table[] = {{"threadIdx", KP_SPECIAL_THREAD},
                 {"blockIdx", KP_SPECIAL_BLOCK},
                 {"blockDim", KP_SPECIAL_BLOCK_DIM},
                 {"gridDim", KP_SPECIAL_GRID_DIM}};
    struct kp_fn_lvalue p = {.kind = KP_PLACE_SPECIAL, .type = n->type};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (kp_streq(n->sym->name, table[i].name)) {
            p.offset = table[i].first;
            return p;
        }
    if (kp_streq(n->sym->name, "warpSize"))
        return kp_place_value(kp_fn_const(b, 32, kp_fn_type_of(n->type)), n->type);
    return kp_lower_unknown(b, n, "an unknown name of CUDA");
}

/* A variable outside of the function. */
static struct kp_fn_lvalue lower_outer(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    const struct kp_type *t = kp_referred_type(s->type);
    enum kp_object_kind kind = KP_OBJECT_GLOBAL;
    kp_val address;

    if (s->space == KP_SPACE_SHARED)
        kind = s->is_extern ? KP_OBJECT_DYNAMIC : KP_OBJECT_SHARED;
    else if (s->space != KP_SPACE_GLOBAL && s->space != KP_SPACE_CONSTANT && !s->is_constexpr)
        return kp_lower_unknown(b, n, "a name from elsewhere");
    if (s->type && s->type->kind == KP_TYPE_REFERENCE)
        return kp_lower_unknown(b, n, "a reference from elsewhere");
    address =
        kp_place_object_address(b, kp_place_object(b, kind, s, t && t->size > 0 ? t->size : -1));
    return kp_place_memory(address, t);
}

static struct kp_fn_lvalue lower_ref(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_lvalue p;

    if (!n->sym)
        return kp_lower_unknown(b, n, "a name that was not resolved");
    if (kp_place_find(b, n->sym, &p))
        return p;
    if (n->has_value)
        return kp_place_value(kp_fn_const(b, n->value, kp_fn_type_of(n->type)), n->type);
    if (n->sym->kind == KP_SYM_VAR && n->sym->from_prelude)
        return lower_builtin(b, n);
    if (n->sym->kind == KP_SYM_VAR)
        return lower_outer(b, n);
    if (n->sym->kind == KP_SYM_TVALUE && b->fn->is_pattern && n->type &&
        n->type->kind == KP_TYPE_INT && !n->type->is_dependent)
        return kp_place_value(kp_fn_given(b, n->sym->name, kp_fn_type_of(n->type)), n->type);
    if (n->sym->kind == KP_SYM_FUNCTION) {
        kp_val v = kp_fn_add(b, KP_FN_PURE, pointer_type, 0, NULL);

        b->fn->values.v[v].text = n->sym->qualified;
        return kp_place_value(v, n->type);
    }
    return kp_lower_unknown(b, n, "a name that is no variable");
}

static struct kp_fn_lvalue lower_this(struct kp_fn_builder *b, const struct kp_node *n)
{
    if (b->frame->self.kind == KP_PLACE_NONE)
        return kp_lower_unknown(b, n, "an object from elsewhere");
    return kp_place_value(kp_place_address(b, b->frame->self), n->type);
}

static struct kp_fn_lvalue lower_member(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *object = n->first;
    struct kp_fn_lvalue record;

    if (!n->sym || !object)
        return kp_lower_unknown(b, n, "a member that was not resolved");
    if (n->sym->kind == KP_SYM_VAR) /* a static member */
        return lower_ref(b, n);
    if (n->sym->kind != KP_SYM_FIELD)
        return kp_lower_unknown(b, n, "a member that is no field");
    if (object->kind == KP_THIS) {
        record = b->frame->self;
    } else if (n->is_arrow) {
        kp_val pointer = kp_lower_value(b, object);
        const struct kp_type *t = kp_referred_type(object->type);

        record = kp_place_memory(pointer, t && t->kind == KP_TYPE_POINTER ? t->elem : NULL);
    } else {
        record = kp_lower_expr(b, object);
    }
    record = kp_place_field(b, record, n->sym, kp_referred_type(n->sym->type));
    return record.kind == KP_PLACE_NONE ? kp_lower_unknown(b, n, "a member without an offset")
                                        : record;
}

/* ---- pointers ---- */

/* The size of what a pointer points to, as an offset; NONE: it is not known. */
static kp_val size_of(struct kp_fn_builder *b, const struct kp_type *t)
{
    kp_val given;

    if (t && t->size > 0)
        return kp_fn_const(b, t->size, offset_type);
    given = kp_fn_given_size(b, t);
    return given ? kp_fn_convert(b, given, offset_type) : KP_NO_VAL;
}

/* pointer + sign * index * size, in bytes */
static kp_val move_pointer(struct kp_fn_builder *b, kp_val pointer, kp_val index, kp_val size,
                           enum kp_fn_op op)
{
    kp_val bytes = kp_fn_convert(
        b, kp_fn_convert(b, index, kp_fn_promoted(kp_fn_value(b->fn, index)->type)), offset_type);

    bytes = kp_fn_binary(b, KP_FN_MUL, offset_type, bytes, size);
    return kp_fn_binary(b, op, pointer_type, pointer, bytes);
}

static struct kp_fn_lvalue lower_index(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *base = n->first, *index = n->last;
    const struct kp_type *bt = kp_referred_type(base->type), *elem = bt ? bt->elem : NULL;
    struct kp_fn_lvalue p;
    kp_val i, size, pointer;
    int64_t at;

    if (!bt || (bt->kind != KP_TYPE_POINTER && bt->kind != KP_TYPE_ARRAY) || !elem)
        return kp_lower_unknown(b, n, "a subscript of something unknown");
    size = size_of(b, elem);
    if (!size && !b->fn->is_pattern)
        return kp_lower_unknown(b, n, "a subscript of something unknown");
    p = kp_lower_expr(b, base);
    if (bt->kind == KP_TYPE_POINTER) {
        p = kp_place_value(kp_place_read(b, p), bt);
        if (base->kind == KP_REF)
            kp_fn_name(b, base, p.val, false);
    }
    i = kp_lower_value(b, index);
    if (!kp_fn_is_number(kp_fn_value(b->fn, i)->type)) {
        if (!b->fn->is_pattern)
            return kp_lower_unknown(b, n, "a subscript that is no number");
        kp_forget_objects(b, index, "an object that becomes a subscript");
        return kp_place_memory(kp_fn_unknown(b, pointer_type, "a subscript that is no number"),
                               elem);
    }
    if (p.kind == KP_PLACE_VARIABLE && kp_fn_is_const(b->fn, i, &at) && at >= 0 && elem->size > 0 &&
        at < bt->size / elem->size) {
        p.offset += at * elem->size;
        p.type = elem;
        return p;
    }
    if (p.kind == KP_PLACE_NONE || p.kind == KP_PLACE_CLOSURE || p.kind == KP_PLACE_SPECIAL ||
        (p.kind == KP_PLACE_VALUE && kp_fn_value(b->fn, p.val)->type.kind != KP_FN_POINTER))
        return kp_lower_unknown(b, n, "a subscript of something unknown");
    pointer = p.kind == KP_PLACE_VALUE ? p.val : kp_place_address(b, p);
    if (!size) /* only an instance tells where the element is */
        return kp_place_memory(kp_fn_unknown(b, pointer_type, "a subscript of something unknown"),
                               elem);
    return kp_place_memory(move_pointer(b, pointer, i, size, KP_FN_ADD), elem);
}

static struct kp_fn_lvalue lower_deref(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = kp_referred_type(n->first->type);

    if (n->first->kind == KP_THIS && b->frame->self.kind != KP_PLACE_NONE)
        return b->frame->self;
    if (!t || !t->elem || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY))
        return kp_lower_unknown(b, n, "what no pointer points to");
    return kp_place_memory(kp_lower_value(b, n->first), t->elem);
}

/* ---- operators ---- */

static enum kp_fn_op operator_of(enum kp_op op)
{
    static const enum kp_fn_op table[] = {
        [KP_OP_MUL] = KP_FN_MUL,        [KP_OP_DIV] = KP_FN_DIV,
        [KP_OP_REM] = KP_FN_REM,        [KP_OP_ADD] = KP_FN_ADD,
        [KP_OP_SUB] = KP_FN_SUB,        [KP_OP_SHL] = KP_FN_SHL,
        [KP_OP_SHR] = KP_FN_SHR,        [KP_OP_LT] = KP_FN_LT,
        [KP_OP_GT] = KP_FN_GT,          [KP_OP_LE] = KP_FN_LE,
        [KP_OP_GE] = KP_FN_GE,          [KP_OP_EQ] = KP_FN_EQ,
        [KP_OP_NE] = KP_FN_NE,          [KP_OP_AND] = KP_FN_AND,
        [KP_OP_XOR] = KP_FN_XOR,        [KP_OP_OR] = KP_FN_OR,
        [KP_OP_MUL_ASSIGN] = KP_FN_MUL, [KP_OP_DIV_ASSIGN] = KP_FN_DIV,
        [KP_OP_REM_ASSIGN] = KP_FN_REM, [KP_OP_ADD_ASSIGN] = KP_FN_ADD,
        [KP_OP_SUB_ASSIGN] = KP_FN_SUB, [KP_OP_SHL_ASSIGN] = KP_FN_SHL,
        [KP_OP_SHR_ASSIGN] = KP_FN_SHR, [KP_OP_AND_ASSIGN] = KP_FN_AND,
        [KP_OP_XOR_ASSIGN] = KP_FN_XOR, [KP_OP_OR_ASSIGN] = KP_FN_OR,
    };

    return op < sizeof table / sizeof *table ? table[op] : KP_FN_CONST;
}

static bool is_comparison(enum kp_fn_op op)
{
    return op >= KP_FN_LT && op <= KP_FN_NE;
}

/* An operator of the prelude's types: a function of its operands. */
static kp_val pure_binary(struct kp_fn_builder *b, enum kp_op op, kp_val left, kp_val right,
                          struct kp_fn_type type)
{
    kp_val v = kp_fn_add(b, KP_FN_PURE, type, 2, (kp_val[]){left, right});

    b->fn->values.v[v].text = kp_op_text(op);
    return v;
}

static kp_val pointer_operator(struct kp_fn_builder *b, enum kp_fn_op op, kp_val left, kp_val right,
                               const struct kp_type *lt, const struct kp_type *rt)
{
    bool is_left = kp_fn_value(b->fn, left)->type.kind == KP_FN_POINTER;
    bool is_right = kp_fn_value(b->fn, right)->type.kind == KP_FN_POINTER;
    const struct kp_type *t = is_left ? lt : rt;
    kp_val bytes, size;

    if (is_comparison(op))
        return kp_fn_add(b, op, bool_type, 2,
                         (kp_val[]){kp_fn_convert(b, left, pointer_type),
                                    kp_fn_convert(b, right, pointer_type)});
    size = t ? size_of(b, t->elem) : KP_NO_VAL;
    if (!size || (op != KP_FN_ADD && op != KP_FN_SUB))
        return kp_fn_unknown(b, pointer_type, "arithmetic with a pointer to something unknown");
    if (is_left && is_right) {
        bytes = kp_fn_add(b, KP_FN_SUB, offset_type, 2, (kp_val[]){left, right});
        return kp_fn_binary(b, KP_FN_DIV, offset_type, bytes, size);
    }
    return is_left ? move_pointer(b, left, right, size, op)
                   : move_pointer(b, right, left, size, op);
}

/* `left op right` as C++ computes it; the types are those of the operands as written. */
static kp_val arithmetic(struct kp_fn_builder *b, const struct kp_node *n, kp_val left,
                         kp_val right, const struct kp_type *lt, const struct kp_type *rt)
{
    enum kp_fn_op op = operator_of(n->op);
    struct kp_fn_type l = kp_fn_value(b->fn, left)->type, r = kp_fn_value(b->fn, right)->type,
                      t = kp_fn_common(l, r);

    if (l.kind == KP_FN_POINTER || r.kind == KP_FN_POINTER)
        return pointer_operator(b, op, left, right, lt, rt);
    if (l.kind == KP_FN_RECORD || r.kind == KP_FN_RECORD || l.kind == KP_FN_VOID ||
        r.kind == KP_FN_VOID)
        return pure_binary(b, n->op, left, right,
                           is_comparison(op) ? bool_type
                                             : kp_fn_type_of(kp_referred_type(n->type)));
    if (op == KP_FN_SHL || op == KP_FN_SHR) {
        t = kp_fn_promoted(l);
        right = kp_fn_convert(b, right, kp_fn_promoted(r));
    } else {
        right = kp_fn_convert(b, right, t);
    }
    return kp_fn_binary(b, op, is_comparison(op) ? bool_type : t, kp_fn_convert(b, left, t), right);
}

/* A place as an operand: arrays decay. A pointer to a type parameter is one, too, after a number
 * has been added to it, which only an instance tells the parser. */
static const struct kp_type *operand_type(const struct kp_node *n)
{
    const struct kp_type *t = kp_referred_type(n->type), *left;

    if (n->kind != KP_BINARY || (n->op != KP_OP_ADD && n->op != KP_OP_SUB) ||
        (t && t->kind == KP_TYPE_POINTER))
        return t;
    left = operand_type(n->first);
    return left && left->kind == KP_TYPE_POINTER &&
                   kp_fn_is_number(kp_fn_type_of(operand_type(n->last)))
               ? left
               : t;
}

/* True if evaluating it does nothing but compute, so that doing so in vain changes nothing. */
static bool is_harmless(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        return n->sym && !(n->sym->type && n->sym->type->kind == KP_TYPE_REFERENCE);
    case KP_INT_LIT:
    case KP_FLOAT_LIT:
    case KP_BOOL_LIT:
    case KP_SIZEOF:
        return true;
    case KP_MEMBER:
        if (n->is_arrow)
            return n->first && n->first->kind == KP_THIS;
        break;
    case KP_UNARY:
        if (n->op == KP_OP_DEREF || n->op >= KP_OP_PREINC)
            return false;
        break;
    case KP_BINARY:
        if (n->op == KP_OP_DIV || n->op == KP_OP_REM)
            return false;
        break;
    case KP_CAST:
        break;
    default:
        return false;
    }
    kp_each_child(c, n) if (!is_harmless(c)) return false;
    return true;
}

/* One of two values, computed on the side that is taken only; of no type: what these do. */
static kp_val choose(struct kp_fn_builder *b, kp_val condition, const struct kp_node *then,
                     const struct kp_node *other, struct kp_fn_type type, bool short_circuit,
                     bool short_value)
{
    uint32_t from = b->block, guard = kp_fn_guard_here(b), loop = kp_fn_loop_here(b), join;
    uint32_t on = kp_fn_new_block(b, loop, kp_fn_new_guard(b, condition, false)),
             off = kp_fn_new_block(b, loop, kp_fn_new_guard(b, condition, true));
    bool is_value = type.kind != KP_FN_VOID;
    kp_var result = is_value ? kp_fn_new_var(b, type, NULL) : 0;
    const struct kp_node *side[2] = {then, other};
    uint32_t block[2] = {on, off};

    if (!from)
        return kp_fn_add(b, KP_FN_UNDEF, type, 0, NULL);
    b->fn->blocks.v[from].condition = condition;
    join = kp_fn_new_block(b, loop, guard);
    for (int i = 0; i < 2; i++) {
        kp_fn_edge(b, from, block[i]);
        kp_fn_seal(b, block[i]);
        b->block = block[i];
        if (!is_value)
            kp_lower_expr(b, side[i]);
        else if (short_circuit && !side[i])
            kp_fn_write_var(b, result, kp_fn_const(b, short_value, type));
        else
            kp_fn_write_var(b, result, kp_fn_convert(b, kp_lower_value(b, side[i]), type));
        kp_fn_edge(b, b->block, join);
    }
    kp_fn_seal(b, join);
    b->fn->blocks.v[join].joins = condition;
    b->block = join;
    return is_value ? kp_fn_read_var(b, result) : 0;
}

static kp_val lower_logical(struct kp_fn_builder *b, const struct kp_node *n)
{
    bool is_and = n->op == KP_OP_LAND;
    kp_val left = kp_lower_condition(b, n->first);
    int64_t known;

    if (kp_fn_is_const(b->fn, left, &known) && (known != 0) != is_and)
        return left;
    if (kp_fn_is_const(b->fn, left, &known))
        return kp_lower_condition(b, n->last);
    if (is_harmless(n->last))
        return kp_fn_binary(b, is_and ? KP_FN_AND : KP_FN_OR, bool_type, left,
                            kp_lower_condition(b, n->last));
    return choose(b, left, is_and ? n->last : NULL, is_and ? NULL : n->last, bool_type, true,
                  !is_and);
}

static struct kp_fn_lvalue lower_binary(struct kp_fn_builder *b, const struct kp_node *n)
{
    kp_val left, right;

    if (n->op == KP_OP_COMMA) {
        kp_lower_expr(b, n->first);
        return kp_lower_expr(b, n->last);
    }
    if (n->op == KP_OP_LAND || n->op == KP_OP_LOR)
        return kp_place_value(lower_logical(b, n), n->type);
    if (operator_of(n->op) == KP_FN_CONST)
        return kp_lower_unknown(b, n, "an operator that is not known");
    left = kp_lower_value(b, n->first);
    right = kp_lower_value(b, n->last);
    return kp_place_value(
        arithmetic(b, n, left, right, operand_type(n->first), operand_type(n->last)),
        kp_referred_type(n->type));
}

static struct kp_fn_lvalue lower_step(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_lvalue p = kp_lower_expr(b, n->first);
    kp_val old = kp_place_read(b, p), one, moved;
    struct kp_fn_type t = kp_fn_value(b->fn, old)->type, common;
    bool up = n->op == KP_OP_PREINC || n->op == KP_OP_POSTINC;
    enum kp_fn_op op = up ? KP_FN_ADD : KP_FN_SUB;

    if (t.kind == KP_FN_POINTER) {
        kp_val size = p.type ? size_of(b, p.type->elem) : KP_NO_VAL;

        if (!size)
            return kp_lower_unknown(b, n, "a step of a pointer to something unknown");
        moved = kp_fn_binary(b, op, t, old, size);
    } else if (kp_fn_is_number(t)) {
        common = kp_fn_promoted(t);
        one = kp_fn_const(b, 1, common);
        moved =
            kp_fn_convert(b, kp_fn_binary(b, op, common, kp_fn_convert(b, old, common), one), t);
    } else {
        moved = kp_fn_add(b, KP_FN_PURE, t, 1, &old);
        b->fn->values.v[moved].text = kp_op_text(n->op);
    }
    kp_place_write(b, p, moved);
    return n->op == KP_OP_PREINC || n->op == KP_OP_PREDEC ? p : kp_place_value(old, p.type);
}

static struct kp_fn_lvalue lower_unary(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = kp_referred_type(n->type);
    struct kp_fn_type type;
    kp_val v;

    switch (n->op) {
    case KP_OP_DEREF:
        return lower_deref(b, n);
    case KP_OP_ADDR:
        return kp_place_value(kp_place_address(b, kp_lower_expr(b, n->first)), t);
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        return lower_step(b, n);
    case KP_OP_LNOT:
        v = kp_lower_condition(b, n->first);
        return kp_place_value(kp_fn_add(b, KP_FN_NOT, bool_type, 1, &v), t);
    default:
        break;
    }
    v = kp_lower_value(b, n->first);
    if (kp_fn_is_number(kp_fn_value(b->fn, v)->type))
        v = kp_fn_convert(b, v, kp_fn_promoted(kp_fn_value(b->fn, v)->type));
    if (n->op == KP_OP_PLUS)
        return kp_place_value(v, t);
    if (n->op != KP_OP_MINUS && n->op != KP_OP_NOT)
        return kp_lower_unknown(b, n, "an operator that is not known");
    type = kp_fn_value(b->fn, v)->type;
    if (n->op == KP_OP_MINUS && kp_fn_is_number(type)) /* what is said of differences holds */
        return kp_place_value(kp_fn_binary(b, KP_FN_SUB, type, kp_fn_const(b, 0, type), v), t);
    return kp_place_value(kp_fn_add(b, n->op == KP_OP_MINUS ? KP_FN_NEG : KP_FN_NOT, type, 1, &v),
                          t);
}

static struct kp_fn_lvalue lower_assign(struct kp_fn_builder *b, const struct kp_node *n)
{
    kp_val v = kp_lower_value(b, n->last), old; /* C++17: the right side first */
    struct kp_fn_lvalue p = kp_lower_expr(b, n->first);

    if (p.kind != KP_PLACE_VARIABLE && p.kind != KP_PLACE_MEMORY)
        return kp_lower_unknown(b, n, "an assignment to something without a place");
    if (n->op != KP_OP_ASSIGN) {
        if (operator_of(n->op) == KP_FN_CONST)
            return kp_lower_unknown(b, n, "an operator that is not known");
        old = kp_place_read(b, p);
        v = arithmetic(b, n, old, v, p.type, operand_type(n->last));
    }
    kp_place_write(b, p, kp_fn_convert(b, v, kp_fn_type_of(p.type)));
    return p;
}

static struct kp_fn_lvalue lower_cond(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = kp_referred_type(n->type);
    kp_val condition = kp_lower_condition(b, n->first);
    const struct kp_node *then = kp_child(n, 1), *other = kp_child(n, 2);
    struct kp_fn_type type = kp_fn_type_of(t);
    int64_t known;

    if (!t)
        return kp_lower_unknown(b, n, "a choice between statements");
    if (t->kind == KP_TYPE_ARRAY)
        return kp_place_memory(choose(b, condition, then, other, pointer_type, false, false), t);
    if (kp_fn_is_const(b->fn, condition, &known) && type.kind == KP_FN_VOID)
        return kp_lower_expr(b, known ? then : other);
    if (kp_fn_is_const(b->fn, condition, &known))
        return kp_place_value(kp_fn_convert(b, kp_lower_value(b, known ? then : other), type), t);
    if (type.kind == KP_FN_VOID) {
        choose(b, condition, then, other, type, false, false);
        return kp_place_value(kp_fn_add(b, KP_FN_UNDEF, type, 0, NULL), t);
    }
    if (is_harmless(then) && is_harmless(other)) {
        kp_val a = kp_fn_convert(b, kp_lower_value(b, then), type),
               c = kp_fn_convert(b, kp_lower_value(b, other), type);

        return kp_place_value(kp_fn_add(b, KP_FN_SELECT, type, 3, (kp_val[]){condition, a, c}), t);
    }
    return kp_place_value(choose(b, condition, then, other, type, false, false), t);
}

static bool is_own_record(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_RECORD && !(t->decl && t->decl->from_prelude);
}

/* To a reference: the operand's place, seen as another type. */
static struct kp_fn_lvalue lower_place_cast(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_lvalue p = kp_place_of_temporary(b, kp_lower_expr(b, n->first), n);
    const struct kp_type *t = n->type, *from = p.type;
    struct kp_fn_type type = kp_fn_type_of(t), of = kp_fn_type_of(from);
    bool is_same = from && kp_streq(kp_plain_type(b->arena, t->canonical),
                                    kp_plain_type(b->arena, from->canonical));

    if (!is_same && is_own_record(t) && is_own_record(from))
        return kp_lower_unknown(b, n, "a cast from one class to another");
    if (p.kind != KP_PLACE_MEMORY && is_same && !t->is_volatile) {
        p.type = t;
        return p;
    }
    if (p.kind == KP_PLACE_VARIABLE && !t->is_volatile && type.kind != KP_FN_RECORD &&
        type.kind == of.kind && type.bytes == of.bytes) {
        p.type = t;
        return p;
    }
    return kp_place_memory(kp_fn_promise_aligned(b, kp_place_address(b, p), t->align), t);
}

static struct kp_fn_lvalue lower_cast(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = n->type;
    struct kp_fn_type type, from;
    kp_val v;

    if (!t || !n->first)
        return kp_lower_unknown(b, n, "a cast to something unknown");
    if (n->is_place)
        return lower_place_cast(b, n);
    if (t->kind == KP_TYPE_VOID) {
        kp_lower_expr(b, n->first);
        return kp_place_value(kp_fn_add(b, KP_FN_UNDEF, void_type, 0, NULL), t);
    }
    type = kp_fn_type_of(t);
    v = kp_lower_value(b, n->first);
    from = kp_fn_value(b->fn, v)->type;
    if ((from.kind == KP_FN_RECORD) != (type.kind == KP_FN_RECORD)) {
        v = kp_fn_add(b, KP_FN_PURE, type, 1, &v);
        b->fn->values.v[v].text = "cast";
        return kp_place_value(v, t);
    }
    return kp_place_value(kp_fn_promise(b, kp_fn_convert(b, v, type), t), t);
}

static struct kp_fn_lvalue lower_temporary(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_lvalue p = kp_place_local(b, kp_referred_type(n->type), n);

    kp_lower_init(b, p, n);
    return p;
}

static struct kp_fn_lvalue lower_lambda(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_closure *c = kp_new(b->arena, struct kp_closure);

    c->lambda = n;
    c->frame = b->frame;
    kp_each_child(own, n) if (own->kind == KP_VAR) kp_lower_stmt(b, own);
    return (struct kp_fn_lvalue){.kind = KP_PLACE_CLOSURE, .type = n->type, .closure = c};
}

static struct kp_fn_lvalue lower(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_type t = kp_fn_type_of(kp_referred_type(n->type));
    const struct kp_type *type;
    int64_t constant;

    if (kp_is_made_unseen(n))
        return kp_lower_unknown(b, n, "a constructor that is not known");
    switch (n->kind) {
    case KP_REF:
        return lower_ref(b, n);
    case KP_MEMBER:
        return lower_member(b, n);
    case KP_INDEX:
        return lower_index(b, n);
    case KP_THIS:
        return lower_this(b, n);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        return kp_lower_call(b, n);
    case KP_UNARY:
        return lower_unary(b, n);
    case KP_BINARY:
        return lower_binary(b, n);
    case KP_ASSIGN:
        return lower_assign(b, n);
    case KP_COND:
        return lower_cond(b, n);
    case KP_CAST:
        return lower_cast(b, n);
    case KP_INIT_LIST:
        return lower_temporary(b, n);
    case KP_INT_LIT:
    case KP_BOOL_LIT:
    case KP_SIZEOF:
        if (kp_constant_of(n, &constant, &type))
            return kp_place_value(kp_fn_const(b, constant, kp_fn_type_of(type)), type);
        break;
    case KP_FLOAT_LIT:
        return kp_place_value(kp_fn_add(b, KP_FN_NUMBER, t, 0, NULL), n->type);
    case KP_STRING_LIT: /* constant memory of its own, whose bytes are not followed */
        return kp_place_value(kp_fn_add(b, KP_FN_PURE, t, 0, NULL), n->type);
    case KP_LAMBDA:
        return lower_lambda(b, n);
    default:
        break;
    }
    return kp_lower_unknown(b, n, kp_kind_name(n->kind));
}

/* Where a typedef says how a type is aligned, there need be no cast: it is the same type. */
static void promise_as_realigned(struct kp_fn_builder *b, struct kp_fn_lvalue p,
                                 const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (p.kind == KP_PLACE_MEMORY && t && t->is_realigned)
        kp_fn_promise_aligned(b, p.val, t->align);
    if (p.kind == KP_PLACE_VALUE && t && t->elem && t->elem->is_realigned)
        kp_fn_promise(b, p.val, t);
}

/* What an access by the expression is, however the place was declared: by a reference, by a member
 * of such an object, in a method of it. */
static bool is_volatile(const struct kp_type *t)
{
    t = kp_referred_type(t);
    return t && t->is_volatile;
}

struct kp_fn_lvalue kp_lower_expr(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *around = b->node;
    struct kp_fn_lvalue p;

    b->node = n;
    p = lower(b, n);
    p.is_volatile |= is_volatile(n->type);
    kp_fn_begin_temporary(b, n);
    promise_as_realigned(b, p, n->type);
    if (p.kind == KP_PLACE_VALUE)
        kp_fn_name(b, n, p.val, false);
    else if (p.kind == KP_PLACE_MEMORY)
        kp_fn_name(b, n, p.val, true);
    b->node = around;
    return p;
}

kp_val kp_lower_value(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *around = b->node;
    const struct kp_type *type;
    int64_t constant;
    kp_val v;

    b->node = n;
    if (n->kind != KP_ASSIGN && kp_constant_of(n, &constant, &type))
        v = kp_fn_const(b, constant, kp_fn_type_of(type));
    else
        v = kp_place_read(b, kp_lower_expr(b, n));
    kp_fn_name(b, n, v, false);
    b->node = around;
    return v;
}

kp_val kp_lower_condition(struct kp_fn_builder *b, const struct kp_node *n)
{
    kp_val v = kp_lower_value(b, n);

    if (kp_fn_value(b->fn, v)->type.kind == KP_FN_RECORD) {
        v = kp_fn_add(b, KP_FN_PURE, bool_type, 1, &v);
        b->fn->values.v[v].text = "bool";
        return v;
    }
    return kp_fn_convert(b, v, bool_type);
}
