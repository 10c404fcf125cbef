/* Calls: bodies in sight are inlined, what a rule describes is a CALL, all else is unknown. */
#include "fn/build.h"

#include "fn/callee.h"
#include "fn/copies.h"
#include "front/tree.h"

static const struct kp_fn_type void_type = {KP_FN_VOID, 0};

/* ---- inlining ---- */

static const struct kp_node *body_of(const struct kp_node *function)
{
    return function && function->last && function->last->kind == KP_COMPOUND ? function->last
                                                                             : NULL;
}

static bool is_running(const struct kp_fn_builder *b, const struct kp_node *function)
{
    for (const struct kp_fn_frame *f = b->frame; f; f = f->caller)
        if (f->function == function)
            return true;
    return false;
}

/* A parameter's place: that of the argument for a reference, else a variable of its own. */
static bool pass(struct kp_fn_builder *b, struct kp_fn_frame *callee, const struct kp_node *param,
                 const struct kp_node *arg)
{
    const struct kp_type *t = param->sym->type;
    struct kp_fn_frame *caller = b->frame;
    struct kp_fn_lvalue p = kp_lower_expr(b, arg), local;
    kp_val v;

    if (p.kind == KP_PLACE_NONE || !t)
        return false;
    if (t->kind == KP_TYPE_REFERENCE && arg->kind == KP_COND)
        return false;
    if (p.kind == KP_PLACE_CLOSURE && p.closure->lambda->first->kind == KP_VAR)
        return false; /* its variables are copied */
    if (kp_binds_temporary(t, arg))
        t = t->elem;
    if (t->kind == KP_TYPE_REFERENCE) {
        p = kp_place_of_temporary(b, p, arg);
    } else if (p.kind != KP_PLACE_CLOSURE) {
        v = kp_place_read(b, p);
        if (kp_fn_type_of(t).kind == KP_FN_RECORD &&
            kp_fn_value(b->fn, v)->type.kind != KP_FN_RECORD)
            return false; /* an object is constructed */
        b->frame = callee;
        local = kp_place_local(b, t, param->sym);
        kp_place_write(b, local, kp_fn_convert(b, v, kp_fn_type_of(t)));
        kp_fn_take_object(b, local, arg);
        b->frame = caller;
        p = local;
    }
    b->frame = callee;
    kp_place_bind(b, param->sym, p);
    b->frame = caller;
    return true;
}

static bool pass_all(struct kp_fn_builder *b, struct kp_fn_frame *callee,
                     const struct kp_node *call)
{
    unsigned i = 0;

    kp_each_child(param, callee->function)
    {
        const struct kp_node *arg = kp_argument(call, i);

        if (param->kind == KP_VAR) /* a closure's own */
            continue;
        if (param->kind != KP_PARAM)
            break;
        if (!arg || !param->sym || !pass(b, callee, param, arg))
            return false;
        i++;
    }
    return kp_argument(call, i) == NULL;
}

static void lower_base(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_fn_lvalue self = b->frame->self;

    self.type = kp_referred_type(n->type);
    kp_lower_construct(b, self, n);
}

static void initialise_member(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *member = n->first;

    if (member->kind != KP_MEMBER || !member->sym || member->first->kind != KP_THIS ||
        !kp_place_bind_field(b, b->frame->self, member->sym, n->last))
        kp_lower_expr(b, n);
}

static void lower_body(struct kp_fn_builder *b)
{
    kp_each_child(c, b->frame->function)
    {
        if (c->kind == KP_ASSIGN) /* a constructor's member initialiser */
            initialise_member(b, c);
        else if (c->kind == KP_CONSTRUCT && c->type) /* of its base, which begins where it does */
            lower_base(b, c);
        else if (c->kind == KP_COMPOUND)
            kp_lower_stmt(b, c);
        else if (c->kind != KP_PARAM &&
                 c->kind != KP_VAR) /* a member whose constructor is not seen */
            b->fn->unknown = "a constructor that is not represented";
    }
}

/* To a method of its base, an object is one of the base. */
static struct kp_fn_lvalue as_seen(struct kp_fn_lvalue self, const struct kp_node *function)
{
    const struct kp_sym *record =
        function->sym && function->sym->is_method ? function->sym->parent : NULL;

    if (record && record->type && self.type && self.type->kind == KP_TYPE_RECORD &&
        self.type->decl != record && record->type->kind == KP_TYPE_RECORD)
        self.type = record->type;
    return self;
}

/* The call's place, after the body stands in it. */
static struct kp_fn_lvalue inline_body(struct kp_fn_builder *b, const struct kp_node *call,
                                       const struct kp_node *function, struct kp_fn_lvalue self,
                                       struct kp_fn_frame *lexical)
{
    struct kp_fn_frame *frame = kp_new(b->arena, struct kp_fn_frame);
    const struct kp_type *t = kp_referred_type(call->type);
    struct kp_fn_site *site = kp_new(b->arena, struct kp_fn_site);
    struct kp_fn_frame *caller = b->frame;
    uint32_t guard = kp_fn_guard_here(b), loop = kp_fn_loop_here(b);

    if (function->sym && function->sym->is_template && !function->sym->pattern)
        return kp_lower_unknown(b, call, "a template whose instance is not visible");
    if (kp_fn_hole(b->fn->unit, function->sym))
        b->fn->unknown = kp_fn_hole(b->fn->unit, function->sym);
    if (is_running(b, function) || caller->depth >= KP_FN_MAX_DEPTH)
        return kp_lower_unknown(b, call, "recursion");
    *site = (struct kp_fn_site){call, caller->site};
    *frame = (struct kp_fn_frame){.lexical = lexical,
                                  .caller = caller,
                                  .function = function,
                                  .site = site,
                                  .self = as_seen(self, function),
                                  .depth = caller->depth + 1,
                                  .n_ends = b->n_ends,
                                  .n_jumps = b->jumps.n};
    if (!b->block)
        return kp_lower_unknown(b, call, "never reached");
    if (!pass_all(b, frame, call))
        return kp_lower_unknown(b, call, "arguments that are not represented");
    frame->returns_reference = call->kind != KP_CONSTRUCT && function->sym && function->sym->type &&
                               function->sym->type->kind == KP_TYPE_REFERENCE;
    frame->exit = kp_fn_new_block(b, loop, guard);
    if (!frame->returns_reference && t && t->kind != KP_TYPE_VOID && call->kind != KP_CONSTRUCT)
        frame->result = kp_place_local(b, t, call);
    b->frame = frame;
    lower_body(b);
    b->frame = caller;
    kp_fn_edge(b, b->block, frame->exit);
    kp_fn_seal(b, frame->exit);
    b->block = b->fn->blocks.v[frame->exit].preds.n ? frame->exit : 0;
    kp_fn_end_objects(b, frame->n_ends); /* its parameters */
    if (call->kind == KP_CONSTRUCT)
        return self;
    if (frame->result.kind == KP_PLACE_NONE)
        return kp_place_value(kp_fn_add(b, KP_FN_UNDEF, void_type, 0, NULL), t);
    if (frame->returns_reference || frame->result.kind != KP_PLACE_VARIABLE)
        return frame->result;
    return kp_place_value(kp_place_read(b, frame->result), t);
}

/* ---- what a rule says ---- */

/* In a template, the type of an address may be open: the value tells that it is one. */
static bool passes_pointer(const struct kp_fn_builder *b, const struct kp_node *arg,
                           struct kp_fn_lvalue p)
{
    const struct kp_type *t = kp_referred_type(arg->type);

    return (t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY)) ||
           (b->fn->is_pattern && p.kind == KP_PLACE_VALUE &&
            kp_fn_value(b->fn, p.val)->type.kind == KP_FN_POINTER);
}

/* A matrix instruction has up to 20. */
enum { MAX_OPERANDS = 32 };

struct arguments {
    kp_val value[MAX_OPERANDS];
    struct kp_fn_touch touch[MAX_OPERANDS];
    struct kp_fn_lvalue place[MAX_OPERANDS]; /* of variables that the call may write */
    unsigned n;
};

/* Bytes behind a pointer that a call touches: it is typed where it moves one element. */
static int64_t bytes_behind(const struct kp_node *arg, unsigned mode)
{
    const struct kp_type *t = kp_referred_type(arg->type);

    return (mode & ~(unsigned)KP_RMW) && t && t->elem && t->elem->size > 0 ? t->elem->size : -1;
}

static bool add_argument(struct kp_fn_builder *b, struct arguments *a, const struct kp_node *arg,
                         unsigned mode)
{
    struct kp_fn_lvalue p = kp_lower_expr(b, arg);
    unsigned i = a->n;

    if (i == MAX_OPERANDS || p.kind == KP_PLACE_CLOSURE || p.kind == KP_PLACE_NONE)
        return false;
    a->place[i].kind = KP_PLACE_NONE;
    a->touch[i] = (struct kp_fn_touch){0, 0};
    if (passes_pointer(b, arg, p)) {
        a->value[i] = kp_place_read(b, p);
        a->touch[i] = (struct kp_fn_touch){mode, bytes_behind(arg, mode)};
    } else if (mode && p.kind == KP_PLACE_MEMORY) {
        a->value[i] = p.val;
        a->touch[i] = (struct kp_fn_touch){mode, p.type && p.type->size > 0 ? p.type->size : -1};
    } else if (b->fn->is_pattern && p.kind == KP_PLACE_VALUE && mode & KP_WRITE) {
        return false; /* what an instance writes there is not represented */
    } else {
        a->value[i] = kp_place_read(b, p);
        if (mode & KP_WRITE)
            a->place[i] = p;
    }
    a->n++;
    return true;
}

/* An asynchronous copy writes as many bytes as one of its operands says. */
static void set_copied_bytes(struct kp_fn_builder *b, struct arguments *a,
                             const struct kp_async_rule *rule)
{
    int64_t bytes = rule->number;

    if (rule->kind != KP_ASYNC_COPY || (unsigned)rule->to >= a->n)
        return;
    if (rule->operand >= 0 && ((unsigned)rule->operand >= a->n ||
                               !kp_fn_is_const(b->fn, a->value[rule->operand], &bytes)))
        return;
    a->touch[rule->to].bytes = bytes > 0 ? bytes : -1;
}

static bool add_arguments(struct kp_fn_builder *b, struct arguments *a, const struct kp_node *call,
                          const struct kp_call_rule *rule)
{
    const struct kp_node *object = kp_call_object(call), *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if (!add_argument(b, a, arg, i < KP_RULE_ARGS ? rule->arg[i] : rule->rest))
            return false;
    set_copied_bytes(b, a, &rule->async);
    return !object || add_argument(b, a, object, rule->object);
}

/* The variables that the call wrote by reference are what it made of them. */
static void take_results(struct kp_fn_builder *b, const struct arguments *a, kp_val call)
{
    for (unsigned i = 0; i < a->n; i++) {
        kp_val v;

        if (a->place[i].kind != KP_PLACE_VARIABLE)
            continue;
        v = kp_fn_add(b, KP_FN_RESULT, kp_fn_type_of(a->place[i].type), 1, &call);
        b->fn->values.v[v].imm = i;
        kp_place_write(b, a->place[i], v);
    }
}

/* The size of what an atomic operation is on, where only an instance tells it. */
static kp_val atomic_size(struct kp_fn_builder *b, const struct kp_node *n,
                          const struct arguments *a)
{
    const struct kp_node *arg = kp_argument(n, 0);
    const struct kp_type *t = arg ? kp_referred_type(arg->type) : NULL;

    if (!t || !a->n || a->touch[0].mode != KP_ATOMIC || a->touch[0].bytes > 0)
        return KP_NO_VAL;
    if (!t->elem && arg->kind == KP_UNARY && arg->op == KP_OP_ADDR)
        return kp_fn_given_size(b, kp_referred_type(arg->first->type));
    return kp_fn_given_size(b, t->elem);
}

static bool touches_nothing(const struct arguments *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (a->touch[i].mode || a->place[i].kind != KP_PLACE_NONE)
            return false;
    return true;
}

static struct kp_fn_lvalue apply(struct kp_fn_builder *b, const struct kp_node *n,
                                 const struct kp_call_rule *rule, struct arguments *a)
{
    const struct kp_type *t = kp_referred_type(n->type);
    struct kp_fn_type type = kp_fn_type_of(t);
    unsigned control = rule->control | (rule->is_partial_barrier ? KP_CTL_BARRIER : 0);
    kp_val v, size;

    if (n->type && n->type->kind == KP_TYPE_REFERENCE)
        return kp_lower_unknown(b, n, "a call that returns a reference");
    v = kp_fn_add(b, !control && touches_nothing(a) ? KP_FN_PURE : KP_FN_CALL, type, a->n,
                  a->value);
    b->fn->values.v[v].text = n->sym ? n->sym->qualified : n->name;
    if (b->fn->values.v[v].op == KP_FN_CALL) {
        struct kp_fn_touch *touch = kp_new_array(b->arena, struct kp_fn_touch, a->n ? a->n : 1);

        memcpy(touch, a->touch, a->n * sizeof *touch);
        b->fn->values.v[v].touch = touch;
        b->fn->values.v[v].control = control;
        size = atomic_size(b, n, a);
        b->fn->values.v[v].size = size;
        take_results(b, a, v);
    }
    return kp_place_value(v, t);
}

static kp_val copied_bytes(struct kp_fn_builder *b, const struct kp_call_rule *rule,
                           const struct arguments *a)
{
    kp_val v = kp_fn_add(b, KP_FN_COPY, void_type, 2,
                         (kp_val[]){a->value[rule->copy_to], a->value[rule->copy_from]});

    b->fn->values.v[v].imm = rule->copy_bytes;
    return v;
}

/* A function that fills or copies a number of bytes that is known. It returns where these are. */
static bool fill(struct kp_fn_builder *b, const struct kp_call_rule *rule, struct arguments *a)
{
    bool is_byte = rule->fills.is_byte;
    unsigned to = (unsigned)rule->fills.to, from = (unsigned)rule->fills.from;
    int64_t bytes = 0, byte = 0;
    kp_val v;

    if (!rule->fills.bytes || a->n != 3 || a->touch[to].mode != KP_WRITE ||
        !kp_fn_is_const(b->fn, a->value[rule->fills.bytes], &bytes) || bytes <= 0)
        return false;
    a->touch[to].bytes = bytes;
    if (is_byte ? !kp_fn_is_const(b->fn, a->value[from], &byte) || byte
                : a->touch[from].mode != KP_READ)
        return false;
    v = kp_fn_add(b, is_byte ? KP_FN_CLEAR : KP_FN_COPY, void_type, is_byte ? 1 : 2,
                  (kp_val[]){a->value[to], a->value[from]});
    b->fn->values.v[v].imm = bytes;
    return true;
}

static kp_val least_or_most(struct kp_fn_builder *b, const struct kp_node *n,
                            const struct arguments *a)
{
    struct kp_fn_type t = kp_fn_type_of(kp_referred_type(n->type));
    bool is_min = kp_streq(n->sym->name, "min"), is_max = kp_streq(n->sym->name, "max");

    if ((!is_min && !is_max) || a->n != 2 || !kp_fn_is_number(t) ||
        !kp_fn_is_number(kp_fn_value(b->fn, a->value[0])->type) ||
        !kp_fn_is_number(kp_fn_value(b->fn, a->value[1])->type))
        return KP_NO_VAL;
    return kp_fn_binary(b, is_min ? KP_FN_MIN : KP_FN_MAX, t, kp_fn_convert(b, a->value[0], t),
                        kp_fn_convert(b, a->value[1], t));
}

static struct kp_fn_lvalue lower_rule(struct kp_fn_builder *b, const struct kp_node *n,
                                      const struct kp_call_rule *rule)
{
    const struct kp_type *t = kp_referred_type(n->type);
    struct arguments a = {.n = 0};
    kp_val v, size;

    if (rule->control & KP_CTL_UNKNOWN)
        return kp_lower_unknown(b, n, "a call with unknown effects");
    if (rule->is_barrier)
        return kp_place_value(kp_fn_add(b, KP_FN_BARRIER, void_type, 0, NULL), t);
    if (rule->address_of == 0 && kp_argument(n, 0) && n->type && n->type->kind == KP_TYPE_REFERENCE)
        return kp_lower_expr(b, kp_argument(n, 0)); /* std::move */
    if (!add_arguments(b, &a, n, rule))
        return kp_lower_unknown(b, n, "arguments that are not represented");
    if (rule->is_load && a.n && kp_fn_value(b->fn, a.value[0])->type.kind == KP_FN_POINTER) {
        v = kp_fn_add(b, KP_FN_LOAD, kp_fn_type_of(t), 1, a.value);
        b->fn->values.v[v].is_volatile = rule->control & KP_CTL_ORDER; /* as __ldcv() is */
        size = kp_fn_given_size(b, t);
        b->fn->values.v[v].size = size;
        return kp_place_value(v, t);
    }
    if (rule->copy_bytes > 0 && (unsigned)rule->copy_to < a.n && (unsigned)rule->copy_from < a.n)
        return kp_place_value(copied_bytes(b, rule, &a), t);
    if (fill(b, rule, &a))
        return kp_place_value(kp_fn_convert(b, a.value[rule->fills.to], kp_fn_type_of(t)), t);
    if (rule->address_of >= 0 && (unsigned)rule->address_of < a.n)
        return kp_place_value(kp_fn_convert(b, a.value[rule->address_of], kp_fn_type_of(t)), t);
    if (rule->is_load || rule->is_read || rule->address_of >= 0)
        return kp_lower_unknown(b, n, "a call that reads unknown memory");
    v = n->sym && (n->sym->from_prelude || !n->sym->is_own) ? least_or_most(b, n, &a) : KP_NO_VAL;
    return v ? kp_place_value(v, t) : apply(b, n, rule, &a);
}

/* ---- which call ---- */

static struct kp_fn_lvalue lower_construct(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_type *t = kp_referred_type(n->type);
    struct kp_fn_lvalue p = kp_place_local(b, t, n);

    kp_lower_init(b, p, n);
    return p;
}

/* The object of a method call. */
static struct kp_fn_lvalue object_of(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *object = kp_call_object(n);
    const struct kp_type *t;

    if (!object)
        return (struct kp_fn_lvalue){.kind = KP_PLACE_NONE};
    if (object->kind == KP_THIS)
        return b->frame->self;
    if (n->kind == KP_CALL && n->first->kind == KP_MEMBER && n->first->is_arrow) {
        t = kp_referred_type(object->type);
        return kp_place_memory(kp_lower_value(b, object), t ? t->elem : NULL);
    }
    return kp_place_of_temporary(b, kp_lower_expr(b, object), object);
}

static bool find_closure(struct kp_fn_builder *b, const struct kp_node *n, struct kp_fn_lvalue *out)
{
    const struct kp_node *object = kp_call_object(n);
    const struct kp_sym *s = n->sym && n->sym->kind != KP_SYM_FUNCTION ? n->sym
                             : object                                  ? object->sym
                                                                       : NULL;

    if (object && object->kind == KP_LAMBDA) {
        *out = kp_lower_expr(b, object);
        return true;
    }
    return s && kp_place_find(b, s, out) && out->kind == KP_PLACE_CLOSURE;
}

/* In a template: true if another function may be called, according to the types that it is made
 * for. */
static bool is_open(const struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_node *arg;

    if (!b->fn->is_pattern || (n->sym && n->sym->from_prelude))
        return false;
    for (unsigned i = 0; (arg = kp_argument(n, i)); i++)
        if (!arg->type || arg->type->is_dependent)
            return true;
    return !n->type || n->type->is_dependent;
}

struct kp_fn_lvalue kp_lower_call(struct kp_fn_builder *b, const struct kp_node *n)
{
    const struct kp_call_rule *rule;
    struct kp_fn_lvalue self;

    if (n->kind == KP_CONSTRUCT)
        return lower_construct(b, n);
    if (find_closure(b, n, &self)) {
        if (!kp_holds_variables(self.closure->lambda) || self.closure->lambda->may_give_place)
            return kp_lower_unknown(b, n, "a closure that copies");
        return inline_body(b, n, self.closure->lambda, self.closure->frame->self,
                           self.closure->frame);
    }
    if (is_open(b, n))
        return kp_lower_unknown(b, n, "a call that only an instance resolves");
    if (n->sym && n->sym->decl && n->sym->decl->kind == KP_FUNCTION && body_of(n->sym->decl)) {
        self = object_of(b, n);
        if (n->sym->is_method && !n->is_constructed && self.kind != KP_PLACE_VARIABLE &&
            self.kind != KP_PLACE_MEMORY)
            return kp_lower_unknown(b, n, "a method of something unknown");
        return inline_body(b, n, n->sym->decl, self, NULL);
    }
    rule = kp_callee_rule(b->fn->unit, n);
    if (rule)
        return lower_rule(b, n, rule);
    return kp_lower_unknown(b, n, "a call of an unknown function");
}

/* ---- construction ---- */

static bool is_same_record(const struct kp_type *a, const struct kp_type *b)
{
    a = kp_referred_type(a);
    b = kp_referred_type(b);
    return a && b && a->kind == KP_TYPE_RECORD && b->kind == KP_TYPE_RECORD && a->decl == b->decl &&
           a->size == b->size;
}

static bool is_of_prelude(const struct kp_type *t)
{
    return t && t->decl && t->decl->from_prelude;
}

/* Constructors of the prelude's types are functions of their arguments. */
static void construct_known(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *n)
{
    kp_val v[KP_RULE_ARGS];
    unsigned k = 0;

    kp_each_child(c, n) if (k < KP_RULE_ARGS) v[k++] = kp_lower_value(b, c);
    v[0] = kp_fn_add(b, KP_FN_PURE, kp_fn_type_of(p.type), k, v);
    b->fn->values.v[v[0]].text = p.type->decl->qualified;
    kp_place_write(b, p, v[0]);
}

void kp_lower_construct(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *n)
{
    const struct kp_node *function = n->sym ? n->sym->decl : NULL;
    struct kp_fn_type t = kp_fn_type_of(p.type);

    if (p.kind != KP_PLACE_VARIABLE && p.kind != KP_PLACE_MEMORY)
        kp_lower_unknown(b, n, "a construction of something unknown");
    else if (function && function->kind == KP_FUNCTION && body_of(function))
        inline_body(b, n, function, p, NULL);
    else if (t.kind != KP_FN_RECORD && n->n_children == 1)
        kp_place_write(b, p,
                       kp_fn_promise(b, kp_fn_convert(b, kp_lower_value(b, n->first), t), p.type));
    else if (t.kind != KP_FN_RECORD && n->n_children == 0)
        kp_place_write(b, p, kp_fn_const(b, 0, t));
    else if (n->n_children == 1 && is_same_record(p.type, n->first->type))
        kp_place_write(b, p, kp_lower_value(b, n->first));
    else if (is_of_prelude(p.type))
        construct_known(b, p, n);
    else if (n->n_children == 0 && p.type->starts_unset)
        kp_place_write(b, p, kp_fn_add(b, KP_FN_UNDEF, t, 0, NULL));
    else {
        kp_place_write(b, p, kp_fn_add(b, KP_FN_UNDEF, t, 0, NULL));
        kp_place_write(
            b, p, kp_place_read(b, kp_lower_unknown(b, n, "a constructor that is not visible")));
    }
}

/* ---- assembly ---- */

/* cvta: no value stands for the address, but only the outputs change. */
static void make_addresses(struct kp_fn_builder *b, const struct kp_node *n)
{
    unsigned i = 0;

    kp_each_child(c, n) if (i++ >= n->asm_outputs) kp_lower_expr(b, c);
    i = 0;
    kp_each_child(c, n) if (i++ < n->asm_outputs)
    {
        struct kp_fn_lvalue p = kp_lower_expr(b, c);

        kp_place_write(b, p, kp_fn_unknown(b, kp_fn_type_of(p.type), "an address of assembly"));
    }
}

static bool only_makes_addresses(const struct kp_node *n, const struct kp_asm_rule *rule)
{
    kp_each_child(c, n) if (!c->type || c->type->kind == KP_TYPE_RECORD) return false;
    return rule->makes_address && !rule->read && !rule->write && !rule->n_addresses &&
           !rule->control && !n->asm_memory;
}

void kp_lower_asm(struct kp_fn_builder *b, const struct kp_node *n)
{
    struct kp_asm_rule rule;
    struct arguments a = {.n = 0};
    unsigned i = 0;
    kp_val v;

    if (n->name && kp_rule_asm(b->fn->unit->rules, n->name, &rule) &&
        only_makes_addresses(n, &rule)) {
        make_addresses(b, n);
        return;
    }
    if (!n->name || !kp_rule_asm(b->fn->unit->rules, n->name, &rule) || rule.read == ~0u ||
        rule.write == ~0u || n->n_children > MAX_OPERANDS || rule.makes_address) {
        kp_lower_unknown(b, n, "unknown assembly");
        return;
    }
    kp_each_child(c, n)
    {
        bool is_output = i < n->asm_outputs;
        unsigned mode = (rule.read >> i & 1 ? KP_READ : 0) | (rule.write >> i & 1 ? KP_WRITE : 0);
        struct kp_fn_lvalue p = kp_lower_expr(b, c);

        a.place[i].kind = KP_PLACE_NONE;
        a.touch[i] = (struct kp_fn_touch){rule.is_atomic && mode ? KP_ATOMIC : mode, -1};
        if (is_output && p.kind != KP_PLACE_VARIABLE && p.kind != KP_PLACE_MEMORY) {
            kp_lower_unknown(b, n, "assembly with an output that has no place");
            return;
        }
        if (is_output)
            a.place[i] = p;
        a.value[i] = is_output && !(n->asm_inout >> i & 1)
                         ? kp_fn_add(b, KP_FN_UNDEF, kp_fn_type_of(p.type), 0, NULL)
                         : kp_place_read(b, p);
        i++;
    }
    a.n = i;
    set_copied_bytes(b, &a, &rule.async);
    if (rule.is_barrier) {
        kp_fn_add(b, KP_FN_BARRIER, void_type, 0, NULL);
        return;
    }
    v = kp_fn_add(b, KP_FN_CALL, void_type, a.n, a.value);
    b->fn->values.v[v].text = n->name;
    b->fn->values.v[v].touch = memcpy(kp_new_array(b->arena, struct kp_fn_touch, a.n ? a.n : 1),
                                      a.touch, a.n * sizeof *a.touch);
    b->fn->values.v[v].control =
        rule.control | (rule.is_partial_barrier ? KP_CTL_BARRIER : 0) |
        (n->asm_memory && !rule.control && !rule.read && !rule.write ? KP_CTL_ORDER : 0);
    for (unsigned k = 0; k < a.n; k++)
        if (a.place[k].kind != KP_PLACE_NONE) {
            kp_val r = kp_fn_add(b, KP_FN_RESULT, kp_fn_type_of(a.place[k].type), 1, &v);

            b->fn->values.v[r].imm = k;
            kp_place_write(b, a.place[k], r);
        }
}
