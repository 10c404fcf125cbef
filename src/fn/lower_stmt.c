/* Statements: structured control flow as blocks, guards and loops. */
#include "fn/build.h"
#include "front/tree.h"

/* ---- variables and initialisers ---- */

static bool is_zero_list(const struct kp_node *n)
{
    return n->kind == KP_INIT_LIST && n->n_children == 0;
}

/* `{1, 2, 3, 4}` for {{1, 2}, {3, 4}} */
static bool leaves_braces_out(const struct kp_type *t, const struct kp_node *value)
{
    const struct kp_type *vt = value ? kp_referred_type(value->type) : NULL;

    return value && t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_RECORD) &&
           value->kind != KP_INIT_LIST && value->kind != KP_CONSTRUCT &&
           value->kind != KP_STRING_LIT && !(vt && vt->kind == t->kind);
}

/* A value that is an object itself, not the first of its members. */
static bool is_whole(const struct kp_type *t, const struct kp_node *value)
{
    const struct kp_type *vt = kp_referred_type(value->type);

    return t->kind != KP_TYPE_RECORD || (vt && vt->kind == KP_TYPE_RECORD && vt->decl == t->decl);
}

/* What the values of a list stand for: an array's elements, or those of the arrays that these are,
 * where no value of the list has braces of its own. */
static const struct kp_type *element_of(const struct kp_type *array, const struct kp_node *list)
{
    const struct kp_type *t = array->elem;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || !list->first)
        return array->elem;
    kp_each_child(c, list) if (!leaves_braces_out(array->elem, c) ||
                               !is_whole(t, c)) return array->elem;
    return t;
}

static void init_array(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *list)
{
    const struct kp_type *elem = element_of(p.type, list);
    int64_t i = 0;
    kp_val v;

    if (!elem || elem->size <= 0 || p.type->size <= 0 || p.kind != KP_PLACE_MEMORY) {
        kp_lower_unknown(b, list, "an array of unknown size");
        return;
    }
    if (leaves_braces_out(elem, list->first) ||
        (int64_t)list->n_children * elem->size > p.type->size) {
        kp_lower_unknown(b, list, "a list without its inner braces");
        return;
    }
    if ((int64_t)list->n_children * elem->size < p.type->size) {
        v = kp_fn_add(b, KP_FN_CLEAR, (struct kp_fn_type){KP_FN_VOID, 0}, 1, &p.val);
        b->fn->values.v[v].imm = p.type->size;
    }
    kp_each_child(c, list)
    {
        kp_val at = kp_fn_const(b, i++ * elem->size, (struct kp_fn_type){KP_FN_INT, 8});

        kp_lower_init(
            b,
            kp_place_memory(
                kp_fn_binary(b, KP_FN_ADD, (struct kp_fn_type){KP_FN_POINTER, 8}, p.val, at), elem),
            c);
    }
}

static void init_record(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *list)
{
    const struct kp_node *record = p.type->decl ? p.type->decl->decl : NULL, *value = list->first;

    if ((!record || list->is_constructed) && list->n_children) {
        kp_lower_construct(b, p, list);
        return;
    }
    kp_place_write(b, p, kp_fn_const(b, 0, kp_fn_type_of(p.type)));
    for (const struct kp_node *f = record ? record->first : NULL; f && value; f = f->next) {
        struct kp_fn_lvalue field;

        if (f->kind != KP_FIELD)
            continue;
        if (kp_place_bind_field(b, p, f->sym, value)) {
            value = value->next;
            continue;
        }
        field = kp_place_field(b, p, f->sym, kp_referred_type(f->sym->type));
        if (field.kind == KP_PLACE_NONE || leaves_braces_out(field.type, value))
            break;
        kp_lower_init(b, field, value);
        value = value->next;
    }
    if (value || !p.type->starts_unset)
        b->fn->unknown = "an initialiser that is not represented";
}

/* An object made by code that is not known, which may keep its address. */
static void make_unseen(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *n)
{
    const char *why = "a constructor that is not known";

    kp_lower_unknown(b, n, why);
    if (p.kind != KP_PLACE_VARIABLE)
        return;
    kp_place_write(b, p, kp_fn_unknown(b, kp_fn_type_of(p.type), why));
    kp_fn_expose(b, p.var);
}

void kp_lower_init(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *value)
{
    struct kp_fn_type t = kp_fn_type_of(p.type);
    kp_val v;

    if (kp_is_made_unseen(value)) {
        make_unseen(b, p, value);
    } else if (value->kind == KP_INIT_LIST && p.type && p.type->kind == KP_TYPE_ARRAY) {
        init_array(b, p, value);
    } else if (value->kind == KP_INIT_LIST && t.kind == KP_FN_RECORD) {
        init_record(b, p, value);
    } else if (is_zero_list(value)) {
        kp_place_write(b, p, kp_fn_const(b, 0, t));
    } else if (value->kind == KP_INIT_LIST && value->n_children == 1) {
        kp_lower_init(b, p, value->first);
    } else if (value->kind == KP_CONSTRUCT) {
        kp_lower_construct(b, p, value);
    } else if (p.type && p.type->kind == KP_TYPE_ARRAY) {
        kp_lower_unknown(b, value, "an array's initialiser");
    } else if (value->kind == KP_INIT_LIST) { /* of a type that only an instance knows */
        kp_lower_unknown(b, value, "a list of values");
    } else {
        v = kp_lower_value(b, value);
        if ((kp_fn_value(b->fn, v)->type.kind == KP_FN_RECORD) != (t.kind == KP_FN_RECORD)) {
            v = kp_fn_add(b, KP_FN_PURE, t, 1, &v);
            b->fn->values.v[v].text = "conversion";
        }
        kp_place_write(b, p, kp_fn_convert(b, v, t));
        kp_fn_take_object(b, p, value);
    }
}

static void lower_static(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    enum kp_object_kind kind = s->space != KP_SPACE_SHARED ? KP_OBJECT_GLOBAL
                               : s->is_extern              ? KP_OBJECT_DYNAMIC
                                                           : KP_OBJECT_SHARED;
    uint32_t object = kp_place_object(
        b, kind, s, s->type && s->type->size > 0 && kind != KP_OBJECT_DYNAMIC ? s->type->size : -1);

    kp_place_bind(b, s, kp_place_memory(kp_place_object_address(b, object), s->type));
}

static void lower_unseen(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = n->sym->type;
    struct kp_fn_lvalue p;

    if (t->kind == KP_TYPE_REFERENCE)
        p = kp_place_memory(kp_fn_unknown(b, (struct kp_fn_type){KP_FN_POINTER, 8},
                                          "a reference to something unknown"),
                            t->elem);
    else
        p = kp_place_local(b, t, n->sym);
    kp_place_bind(b, n->sym, p);
    make_unseen(b, p, n);
}

static void lower_var(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *value = n->has_init ? n->last : NULL;
    struct kp_fn_lvalue p;

    if (!n->sym || !n->sym->type) {
        b->fn->unknown = "a variable without a type";
        return;
    }
    if (n->sym->space != KP_SPACE_LOCAL) {
        lower_static(b, n);
        return;
    }
    if (kp_is_made_unseen(n)) {
        lower_unseen(b, n);
        return;
    }
    if (n->sym->type->kind == KP_TYPE_REFERENCE || (value && value->kind == KP_LAMBDA)) {
        if (!value || value->kind == KP_COND) {
            b->fn->unknown = "a reference to something unknown";
            return;
        }
        p = kp_place_of_temporary(b, kp_lower_expr(b, value), value);
        if (p.kind == KP_PLACE_NONE)
            p = kp_lower_unknown(b, value, "a reference to something unknown");
        kp_place_bind(b, n->sym, p);
        return;
    }
    p = kp_place_local(b, n->sym->type, n->sym);
    kp_place_bind(b, n->sym, p);
    if (value)
        kp_lower_init(b, p, value);
    if (value && !b->frame->site && p.kind == KP_PLACE_VARIABLE &&
        n->sym->type->kind == KP_TYPE_POINTER) {
        kp_val v = kp_place_read(b, p);

        b->node = n;
        kp_place_write(b, p, kp_fn_add(b, KP_FN_NAME, kp_fn_type_of(p.type), 1, &v));
        b->named.v[p.var] = n->sym;
    }
}

/* A condition as a whole: the temporaries in it end with it. */
static kp_val lower_whole_condition(struct kp_fn_builder *b, const struct kp_node *n)
{
    unsigned before = b->n_ends;
    kp_val c = kp_lower_condition(b, n);

    kp_fn_end_objects(b, before);
    b->n_ends = before;
    return c;
}

/* ---- branches ---- */

/* The sides of an if come together; the guard of what follows says who came out. */
static void join(struct kp_fn_builder *b, kp_val condition, uint32_t guard, uint32_t loop,
                 const uint32_t end[2])
{
    uint32_t to;

    if (!end[0] && !end[1]) {
        b->block = 0;
        return;
    }
    if (!end[0])
        guard = b->fn->blocks.v[end[1]].guard;
    else if (!end[1])
        guard = b->fn->blocks.v[end[0]].guard;
    to = kp_fn_new_block(b, loop, guard);
    for (int i = 0; i < 2; i++)
        kp_fn_edge(b, end[i], to);
    if (end[0] && end[1])
        b->fn->blocks.v[to].joins = condition;
    kp_fn_seal(b, to);
    b->block = to;
}

static void lower_if(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *init = kp_child(n, 0), *condition = kp_child(n, 1),
                         *side[2] = {kp_child(n, 2), kp_child(n, 3)};
    uint32_t from, guard, loop, begin[2], end[2];
    kp_val c;
    int64_t known;

    if (init->kind != KP_NONE)
        kp_lower_stmt(b, init);
    if (condition->kind == KP_VAR) {
        lower_var(b, condition);
        b->fn->unknown = "a condition that declares something";
        return;
    }
    c = lower_whole_condition(b, condition);
    if (kp_fn_is_const(b->fn, c, &known)) {
        kp_lower_stmt(b, side[known ? 0 : 1]);
        return;
    }
    from = b->block;
    guard = kp_fn_guard_here(b);
    loop = kp_fn_loop_here(b);
    b->fn->blocks.v[from].condition = c;
    for (int i = 0; i < 2; i++)
        begin[i] = kp_fn_new_block(b, loop, kp_fn_new_guard(b, c, i == 1));
    for (int i = 0; i < 2; i++) {
        kp_fn_edge(b, from, begin[i]);
        kp_fn_seal(b, begin[i]);
    }
    for (int i = 0; i < 2; i++) {
        b->block = begin[i];
        if (side[i] && side[i]->kind != KP_NONE)
            kp_lower_stmt(b, side[i]);
        end[i] = b->block;
    }
    join(b, c, guard, loop, end);
}

/* ---- loops ---- */

static uint32_t new_loop(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_loop l = {.outer = kp_fn_loop_here(b), .node = n, .site = b->frame->site};
    uint32_t id = (uint32_t)b->fn->loops.n;

    kp_push(b->arena, &b->fn->loops, l);
    b->fn->loops.v[id].header = kp_fn_new_block(b, id, kp_fn_guard_here(b));
    return id;
}

/* The condition is tested here: on to a new block while it holds, else to the exit. */
static void test(struct kp_fn_builder *b, uint32_t loop, const struct kp_node *condition,
                 uint32_t exit)
{
    kp_val c = condition && condition->kind != KP_NONE
                   ? lower_whole_condition(b, condition)
                   : kp_fn_const(b, 1, (struct kp_fn_type){KP_FN_BOOL, 1});
    uint32_t from = b->block, body, guard;
    int64_t known;

    if (condition && condition->kind == KP_VAR)
        b->fn->unknown = "a condition that declares something";
    if (kp_fn_is_const(b->fn, c, &known) && known)
        return; /* for ever */
    b->fn->loops.v[loop].condition = c;
    guard = kp_fn_new_guard(b, c, false);
    body = kp_fn_new_block(b, loop, guard);
    b->fn->blocks.v[from].condition = c;
    kp_fn_edge(b, from, body);
    kp_fn_edge(b, from, exit);
    kp_fn_seal(b, body);
    b->block = body;
}

static void lower_loop(struct kp_fn_builder *b, const struct kp_node *n,
                       const struct kp_node *condition, const struct kp_node *step,
                       const struct kp_node *body, bool tests_last)
{
    uint32_t loop = new_loop(b, n), header = b->fn->loops.v[loop].header, from = b->block,
             exit = kp_fn_new_block(b, kp_fn_loop_here(b), kp_fn_guard_here(b)),
             latch = kp_fn_new_block(b, loop, 0);
    struct kp_fn_jump jump = {
        .to_break = exit, .to_continue = latch, .loop = loop, .n_ends = b->n_ends};

    kp_fn_edge(b, from, header);
    b->block = header;
    if (!tests_last)
        test(b, loop, condition, exit);
    b->fn->blocks.v[latch].guard = kp_fn_guard_here(b);
    kp_push(b->arena, &b->jumps, jump);
    kp_lower_stmt(b, body);
    b->jumps.n--;
    kp_fn_edge(b, b->block, latch);
    kp_fn_seal(b, latch);
    b->block = b->fn->blocks.v[latch].preds.n ? latch : 0;
    if (b->block && tests_last) {
        kp_val c = lower_whole_condition(b, condition);

        b->fn->loops.v[loop].condition = c;
        b->fn->loops.v[loop].tests_last = true;
        b->fn->blocks.v[b->block].condition = c;
        kp_fn_edge(b, b->block, header);
        kp_fn_edge(b, b->block, exit);
    } else if (b->block) {
        if (step && step->kind != KP_NONE)
            kp_lower_stmt(b, step);
        kp_fn_edge(b, b->block, header);
    }
    b->fn->loops.v[loop].latch = latch;
    kp_fn_seal(b, header);
    kp_fn_seal(b, exit);
    b->block = b->fn->blocks.v[exit].preds.n ? exit : 0;
}

/* ---- jumps ---- */

static void lower_break(struct kp_fn_builder *b, const struct kp_node *n)
{
    bool is_break = n->kind == KP_BREAK;
    size_t i = b->jumps.n;

    while (i > b->frame->n_jumps &&
           !(is_break ? b->jumps.v[i - 1].to_break : b->jumps.v[i - 1].to_continue))
        i--;
    if (i == b->frame->n_jumps) {
        b->fn->unknown = "a jump to nowhere";
        return;
    }
    if (is_break && b->jumps.v[i - 1].loop)
        b->fn->loops.v[b->jumps.v[i - 1].loop].has_exits = true;
    kp_fn_end_objects(b, b->jumps.v[i - 1].n_ends);
    kp_fn_edge(b, b->block, is_break ? b->jumps.v[i - 1].to_break : b->jumps.v[i - 1].to_continue);
    b->block = 0;
}

/* Of a class whose copies run code, which may be left out: whoever has the address of what is
 * returned may have that of the result. */
static void return_object(struct kp_fn_builder *b, const struct kp_node *value)
{
    struct kp_fn_lvalue result = b->frame->result;

    kp_lower_unknown(b, value, "a copy that may be left out");
    kp_place_write(b, result,
                   kp_fn_unknown(b, kp_fn_type_of(result.type), "a copy that may be left out"));
    if (result.kind == KP_PLACE_VARIABLE)
        kp_fn_expose(b, result.var);
}

static void lower_return(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_frame *f = b->frame;

    if (n->first && n->first->kind != KP_NONE) {
        if (f->returns_reference) {
            if (f->has_returned)
                b->fn->unknown = "several returned references";
            f->result = kp_lower_expr(b, n->first);
        } else if (f->result.type && f->result.type->kind == KP_TYPE_RECORD &&
                   !f->result.type->copies_bits) {
            return_object(b, n->first);
        } else if (f->result.kind == KP_PLACE_NONE) {
            kp_lower_expr(b, n->first);
        } else {
            kp_lower_init(b, f->result, n->first);
        }
    }
    f->has_returned = true;
    kp_fn_end_objects(b, f->n_ends);
    for (size_t i = f->n_jumps; i < b->jumps.n; i++)
        if (b->jumps.v[i].loop)
            b->fn->loops.v[b->jumps.v[i].loop].has_exits = true;
    kp_fn_edge(b, b->block, f->exit);
    b->block = 0;
}

static const struct kp_node *behind_labels(struct kp_fn_builder *b, const struct kp_node *s,
                                           bool *is_default)
{
    while (s && s->kind == KP_CASE) {
        *is_default = *is_default || s->first->kind == KP_NONE;
        if (s->first->kind != KP_NONE)
            kp_push(b->arena, &b->fn->choices, kp_lower_value(b, s->first));
        s = s->last;
    }
    return s;
}

/* Which case is taken is not followed: the guard of each is a condition that nobody knows. */
static void lower_switch(struct kp_fn_builder *b, const struct kp_node *n)
{
    uint32_t from, exit, guard = kp_fn_guard_here(b), loop = kp_fn_loop_here(b);
    struct kp_fn_jump jump = {.n_ends = b->n_ends};
    bool has_default = false;
    kp_val operand;

    if (n->last->kind != KP_COMPOUND || n->first->kind == KP_VAR) {
        b->fn->unknown = "a switch that is not understood";
        return;
    }
    operand = kp_lower_value(b, n->first);
    kp_push(b->arena, &b->fn->choices, operand);
    from = b->block;
    exit = kp_fn_new_block(b, loop, guard);
    jump.to_break = exit;
    kp_push(b->arena, &b->jumps, jump);
    b->block = 0;
    kp_each_child(c, n->last)
    {
        const struct kp_node *s;

        if (c->kind == KP_CASE) {
            struct kp_fn_guard g = {guard, KP_NO_VAL, false, operand};
            uint32_t to;

            kp_push(b->arena, &b->fn->guards, g);
            to = kp_fn_new_block(b, loop, (uint32_t)b->fn->guards.n - 1);
            kp_fn_edge_of_switch(b, from, to);
            kp_fn_edge(b, b->block, to);
            kp_fn_seal(b, to);
            b->block = to;
        }
        s = behind_labels(b, c, &has_default);
        if (s)
            kp_lower_stmt(b, s);
    }
    b->jumps.n--;
    kp_fn_edge(b, b->block, exit);
    if (!has_default)
        kp_fn_edge_of_switch(b, from, exit);
    kp_fn_seal(b, exit);
    b->block = b->fn->blocks.v[exit].preds.n ? exit : 0;
}

/* ---- all statements ---- */

static void lower_declarations(struct kp_fn_builder *b, const struct kp_node *n)
{
    kp_each_child(c, n)
    {
        if (c->kind == KP_VAR)
            lower_var(b, c);
        else if (c->kind != KP_OTHER_DECL)
            b->fn->unknown = "a declaration that is not represented";
    }
}

void kp_lower_stmt(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *around = b->node;
    const unsigned before = b->n_ends;

    if (b->fn->unknown || n->kind == KP_NONE || n->kind == KP_NULL_STMT)
        return;
    if (!b->block) {
        if (kp_holds(n, KP_BIT(KP_LABEL) | KP_BIT(KP_CASE)))
            b->fn->unknown = "a label that is jumped to";
        return;
    }
    b->node = n;
    switch (n->kind) {
    case KP_COMPOUND:
        kp_each_child(c, n) kp_lower_stmt(b, c);
        break;
    case KP_DECL_STMT:
        lower_declarations(b, n);
        break;
    case KP_IF:
        lower_if(b, n);
        break;
    case KP_FOR:
        kp_lower_stmt(b, kp_child(n, 0));
        lower_loop(b, n, kp_child(n, 1), kp_child(n, 2), kp_child(n, 3), false);
        break;
    case KP_WHILE:
        lower_loop(b, n, n->first, NULL, n->last, false);
        break;
    case KP_DO:
        lower_loop(b, n, n->last, NULL, n->first, true);
        break;
    case KP_SWITCH:
        lower_switch(b, n);
        break;
    case KP_BREAK:
    case KP_CONTINUE:
        lower_break(b, n);
        break;
    case KP_RETURN:
        lower_return(b, n);
        break;
    case KP_LABEL:
        kp_lower_stmt(b, n->last);
        break;
    case KP_ASM:
        kp_lower_asm(b, n);
        break;
    case KP_VAR:
        lower_var(b, n);
        break;
    case KP_RANGE_FOR:
    case KP_GOTO:
    case KP_CASE:
        b->fn->unknown = n->kind == KP_GOTO ? "goto" : "control flow that is not represented";
        break;
    default:
        kp_lower_expr(b, n);
        break;
    }
    if (b->fn->unknown && !b->fn->unknown_at)
        b->fn->unknown_at = n;
    kp_fn_end_objects(b, before);
    if (n->kind != KP_DECL_STMT && n->kind != KP_VAR) /* whose objects live on in their block */
        b->n_ends = before;
    b->node = around;
}
