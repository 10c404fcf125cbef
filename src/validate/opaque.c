/* Treats a piece of code as one operation, identified by its form, on the values of the variables
 * that it names. What it writes are results of the operation. */
#include "front/tree.h"
#include "model/clones.h"
#include "model/expr.h"
#include "validate/piece.h"

/* ---- form --------------------------------------------------------------------------------- */

/* True if the node is what it is, whatever its text: a macro may have it. */
static bool says_itself(const struct kp_node *n)
{
    return n->kind == KP_NONE || n->kind == KP_NULL_STMT || n->kind == KP_COMPOUND ||
           n->kind == KP_BREAK || n->kind == KP_CONTINUE || n->kind == KP_RETURN ||
           n->kind == KP_THIS;
}

static const char *own_text(struct kp_run *r, const struct kp_node *n)
{
    if (n->name)
        return n->name;
    if (n->kind == KP_MEMBER || n->kind == KP_VAR || n->kind == KP_CALL || n->kind == KP_OPCALL)
        return n->sym ? n->sym->name : "";
    if (n->type && (n->kind == KP_CAST || n->kind == KP_CONSTRUCT || n->kind == KP_SIZEOF))
        return kp_plain_type(r->arena, n->type->spelling);
    if (!n->first && !n->file && !n->from_macro && !says_itself(n) &&
        n->span.end <= r->u->source.size && n->span.end > n->span.begin)
        return kp_strndup(r->arena, r->u->source.text + n->span.begin, n->span.end - n->span.begin);
    return NULL;
}

/* What is known of a variable in the piece, once for all its names. */
struct inner {
    const struct kp_sym *sym;
    bool is_inner;
};

struct shape {
    struct kp_run *r;
    const struct kp_node *root;
    const struct kp_opaque *piece; /* NULL: a mere value */
    KP_VEC(kp_term) touched;       /* values with addresses of buffers in them */
    KP_VEC(struct inner) inner;
};

static bool is_only_written(const struct shape *s, struct kp_lvalue at)
{
    for (size_t i = 0; s->piece && at.where == KP_IN_BUFFER && i < s->piece->list.n; i++)
        if (s->piece->list.v[i].at.where == at.where && s->piece->list.v[i].at.at == at.at)
            return s->piece->list.v[i].mode == KP_WRITE;
    return false;
}

/* Which output of the assembly the variable is, whose value before it is not read; -1: none. */
static int output_of(const struct kp_node *n, const struct kp_sym *sym)
{
    int i = 0;

    if (n->kind != KP_ASM || kp_streq(n->name, KP_ASKS_DYNAMIC_BYTES) || !sym ||
        sym->kind != KP_SYM_VAR || kp_count_refs(n, sym) != 1)
        return -1;
    kp_each_child(c, n)
    {
        if (i < n->asm_outputs && c->kind == KP_REF && c->sym == sym && !(n->asm_inout >> i & 1))
            return i;
        i++;
    }
    return -1;
}

/* The array of which the place is an element that constants alone choose; NULL: another place. */
static const struct kp_sym *array_around(const struct kp_node *place)
{
    const struct kp_node *n = place;

    for (; n->kind == KP_INDEX || (n->kind == KP_MEMBER && !n->is_arrow && n->first); n = n->first)
        if (n->kind == KP_INDEX &&
            (!kp_child(n, 1)->has_value || kp_holds(kp_child(n, 1), KP_BIT(KP_REF))))
            return NULL;
    return n != place && n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
                   n->sym->n_dims && n->sym->space == KP_SPACE_LOCAL
               ? n->sym
               : NULL;
}

/* True if the outputs of the assembly that name the array are such elements: it sets these, and
 * nothing else of it. */
static bool sets_elements(const struct kp_node *n, const struct kp_sym *array)
{
    unsigned i = 0;
    bool any = false;

    if (n->kind != KP_ASM || !array)
        return false;
    kp_each_child(c, n)
    {
        if (i++ == n->asm_outputs)
            break;
        if (array_around(c) != array && kp_count_refs(c, array))
            return false;
        any |= array_around(c) == array;
    }
    return any;
}

/* True if what the variable named there was before the piece has no effect on it. */
static bool starts_inside(struct shape *s, const struct kp_node *n)
{
    struct inner x = {.sym = n->sym};

    if (!s->piece || n->sym->kind != KP_SYM_VAR || kp_is_array(n->sym))
        return false;
    for (size_t i = 0; i < s->inner.n; i++)
        if (s->inner.v[i].sym == n->sym)
            return s->inner.v[i].is_inner;
    x.is_inner = (kp_is_set_anew(s->root, n->sym) || kp_parts_are_set_anew(s->root, n->sym)) &&
                 !kp_is_pointed_to(kp_function_around(n), n->sym);
    kp_push(s->r->arena, &s->inner, x);
    return x.is_inner;
}

static kp_term shape_of_ref(struct shape *s, const struct kp_node *n)
{
    struct kp_run *r = s->r;
    struct kp_lvalue at;
    kp_term value;

    if (!n->sym)
        return kp_term_name(r->terms, n->name ? n->name : "?");
    if (kp_declared_in(n->sym, s->root) || starts_inside(s, n))
        return kp_term_of(r->terms, "inner", kp_term_name(r->terms, n->sym->name), 0, 0);
    at = kp_place_of(r, n);
    if (!at.where || at.where == KP_IN_MEMORY)
        return kp_term_name(r->terms, n->sym->name);
    if (at.where == KP_IN_SLOT && s->piece && output_of(s->root, n->sym) >= 0)
        return kp_term_name(r->terms, "output");
    if (is_only_written(s, at))
        return kp_term_name(r->terms, "written");
    value = at.where == KP_IN_SLOT ? kp_read(r, at, 0)
            : s->piece ? kp_term_place(r->terms, at.at, at.path) /* piece.c follows it */
                       : kp_address(r, at);
    if (kp_term_kind(r->terms, value) == KP_TERM_PLACE) {
        if (is_only_written(s, kp_behind(r, value)))
            return kp_term_of(r->terms, "written", kp_term_operand(r->terms, value, 0), 0, 0);
    }
    if (kp_term_has_place(r->terms, value))
        kp_push_once(r->arena, &s->touched, value);
    return kp_seen(r, value);
}

/* True for an argument that is only a value, or one of a function that reads nothing else. */
static bool is_value(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *call = n->parent;

    if (call && call->kind == KP_CONSTRUCT)
        return kp_is_by_value(n) && n->kind != KP_REF;
    return call && (call->kind == KP_OPCALL || (call->kind == KP_CALL && n != call->first)) &&
           n->kind != KP_LAMBDA &&
           (kp_is_pure(r, call) || (n->kind != KP_REF && kp_is_given(r, call, n)));
}

/* True if the expression has no effects and names nothing that the piece declares. */
static bool is_closed(const struct kp_node *n, const struct kp_node *root)
{
    if (n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_ASSIGN ||
        (n->kind == KP_UNARY && n->op >= KP_OP_ADDR && n->op <= KP_OP_POSTDEC) ||
        (n->kind == KP_REF && n->sym && (kp_declared_in(n->sym, root) || !n->sym->type)))
        return false;
    kp_each_child(c, n) if (!is_closed(c, root)) return false;
    return true;
}

/* True if the piece may write what the expression reads, or the expression reads by an address. */
static bool is_changed(const struct shape *s, const struct kp_node *n)
{
    struct kp_run *r = s->r;

    kp_each_below(x, n)
    {
        struct kp_lvalue at =
            x->kind == KP_REF && x->sym ? kp_place_of(r, x) : (struct kp_lvalue){0};

        if (at.where == KP_IN_SLOT && kp_term_has_address(r->terms, r->state.slots.v[at.at]))
            return true;
        for (size_t i = 0; at.where && i < s->piece->list.n; i++)
            if (s->piece->list.v[i].at.where == at.where && s->piece->list.v[i].at.at == at.at &&
                (s->piece->list.v[i].mode & KP_WRITE))
                return true;
    }
    return false;
}

/* True for a number in what the piece assigns to a place that is not followed, where the number is
 * the same in front of the piece: there it may be in a register. */
static bool is_assigned(const struct shape *s, const struct kp_node *n)
{
    return s->piece && s->root->kind == KP_ASSIGN && kp_is_inside(n, s->root->last) &&
           kp_is_by_value(n) && is_closed(n, s->root) && !is_changed(s, n);
}

/* True for an output of the assembly that is an element. *inout: the value before is read, too. */
static bool is_set_element(const struct shape *s, const struct kp_node *n, bool *inout)
{
    unsigned i = 0;

    if (!s->piece || n->parent != s->root || !sets_elements(s->root, array_around(n)))
        return false;
    for (const struct kp_node *c = s->root->first; c != n; c = c->next)
        i++;
    *inout = s->root->asm_inout >> i & 1;
    return i < s->root->asm_outputs;
}

/* True if the text may be a line number. */
static bool is_message(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_call_rule *rule = n->kind == KP_CALL && n->sym ? kp_callee_rule(r->u, n) : NULL;

    return rule && (rule->control & KP_CTL_IO);
}

/* True for what a macro puts into a message: the output has other lines, and other functions. */
static bool is_place_in_text(struct kp_run *r, const struct kp_node *n)
{
    return n->from_macro && !n->first && n->kind != KP_REF && n->parent && n != n->parent->first &&
           is_message(r, n->parent);
}

static kp_term shape_of(struct shape *s, const struct kp_node *n)
{
    struct kp_run *r = s->r;
    const char *text;
    KP_VEC(kp_term) operands = {0};
    kp_term one;
    bool inout = false;

    if (!kp_step(r))
        return kp_term_name(r->terms, "?");
    if (n->kind == KP_REF)
        return shape_of_ref(s, n);
    if (is_set_element(s, n, &inout))
        return inout ? kp_seen(r, kp_read(r, kp_place_of(r, n), kp_width_of(r, n)))
                     : kp_term_name(r->terms, "output");
    if (n->kind == KP_SIZEOF)
        return kp_size_of(r, n);
    if (n != s->root && is_place_in_text(r, n))
        return kp_term_name(r->terms, "message");
    if (n != s->root && ((is_value(r, n) && is_closed(n, s->root)) || is_assigned(s, n)))
        return kp_seen(r, kp_run_eval(r, n));
    if ((n->kind == KP_INT_LIT || n->kind == KP_BOOL_LIT) && n->has_value)
        return kp_term_number(r->terms, KP_TERM_NUMBER, n->value);
    text = own_text(r, n);
    kp_each_child(c, n)
    {
        one = shape_of(s, c);
        kp_push(r->arena, &operands, one);
    }
    return kp_form_of(r, n, text, operands.v, operands.n);
}

kp_term kp_shape(struct kp_run *r, const struct kp_node *n, const struct kp_node *root)
{
    struct shape s = {.r = r, .root = root};

    return shape_of(&s, n);
}

/* True if the piece may read elements of the array that it has written itself. For elements that
 * were written separately, it is not known which. */
static bool may_be_set_anew(const struct kp_run *r, const struct kp_opaque_object *x)
{
    return x->is_set && (x->mode & KP_READ) && x->at.where == KP_IN_BUFFER &&
           !r->buffers.v[x->at.at].is_shared && r->state.contents.v[x->at.at].list.n;
}

/* The result of the operation for a variable; unchanged if it is not written. */
static kp_term made(struct kp_run *r, const struct kp_node *n, const struct kp_opaque_object *x,
                    kp_term event)
{
    const int output = x->is_hidden ? -1 : output_of(n, x->sym);

    if (output >= 0 && x->at.where == KP_IN_SLOT)
        return kp_term_of(r->terms, "output", event,
                          kp_term_number(r->terms, KP_TERM_NUMBER, output), 0);
    if (x->at.where != KP_IN_SLOT ||
        (n->kind == KP_FOR && x->sym && kp_sets_local(n->first, x->sym)))
        return event;
    return kp_term_of(r->terms, "over", event, kp_seen(r, kp_read(r, x->at, 0)), 0);
}

/* Sets the elements of an array that are outputs of assembly; false: what it sets is another
 * thing. */
static bool set_elements(struct kp_run *r, const struct kp_node *n,
                         const struct kp_opaque_object *x, kp_term event)
{
    unsigned i = 0;

    if (x->is_hidden || x->at.where != KP_IN_BUFFER || !sets_elements(n, x->sym))
        return false;
    kp_each_child(c, n)
    {
        if (i < n->asm_outputs && array_around(c) == x->sym) {
            struct kp_lvalue at = kp_place_of(r, c);

            if (at.where != x->at.where || at.at != x->at.at)
                kp_lose(r, "an element that assembly sets");
            else
                kp_write(r, at,
                         kp_term_of(r->terms, "output", event,
                                    kp_term_number(r->terms, KP_TERM_NUMBER, i), 0),
                         false);
        }
        i++;
    }
    return true;
}

/* True for shared memory of which a store may leave elements as they were. That a tile's are all
 * stored anew the legal pass has shown, if only the load phase stores to it. */
static bool keeps_some(const struct kp_run *r, struct kp_lvalue at)
{
    const struct kp_stage *b = at.where == KP_IN_BUFFER ? &r->buffers.v[at.at] : NULL;

    if (!b || !b->is_shared || kp_is_schedule_name(r, b->object->name))
        return false;
    for (size_t i = 0; i < r->staging->scratch.n; i++)
        if (kp_streq(r->staging->scratch.v[i]->name, b->object->name))
            return true;
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, b->object->name))
            return false;
    return true;
}

/* The event, and the values of what the piece accesses by no name of its own. */
static kp_term with_hidden(struct kp_run *r, const struct kp_opaque *p, kp_term event)
{
    KP_VEC(struct kp_known) all = {0};

    for (size_t i = 0; i < p->list.n; i++) {
        struct kp_known one = {p->list.v[i].name, p->list.v[i].at};

        if (kp_is_schedule_name(r, one.name)) /* a stage, which the input does not have */
            one.name = "";
        if (p->list.v[i].is_hidden && (p->list.v[i].mode & KP_READ))
            kp_push(r->arena, &all, one);
    }
    return kp_knowing(r, event, all.v, all.n);
}

/* True if the name is `kp_tile`, or `kp_tile2`. */
static bool is_stage_of(const char *name, const char *tile)
{
    name += strlen("kp_");
    if (!kp_starts_with(name, tile))
        return false;
    name += strlen(tile);
    return !name[strspn(name, "0123456789")];
}

/* The name that the object has in the input, unless it may be that of several. */
static const char *name_in_input(const struct kp_run *r, const char *name)
{
    const char *found = NULL;

    for (size_t i = 0; i < r->staging->tiles.n && kp_is_schedule_name(r, name); i++) {
        const char *tile = r->staging->tiles.v[i]->name;

        if (!is_stage_of(name, tile) || (found && kp_streq(found, tile)))
            continue;
        if (found)
            return name;
        found = tile;
    }
    return found ? found : name;
}

/* ---- the operation ------------------------------------------------------------------------ */

kp_term kp_exec_opaque(struct kp_run *r, const struct kp_node *n)
{
    struct kp_opaque p = {.r = r, .root = n};
    struct shape s = {.r = r, .root = n, .piece = &p};
    kp_term event;
    size_t noted;

    kp_note_effect(r, n, true);
    noted = r->effects.n;
    kp_find_effects(&p);
    if (r->has_leaked)
        kp_touch_pointed(&p, p.is_seen ? KP_RMW : KP_READ);
    for (size_t i = 0; i < p.list.n; i++)
        if (keeps_some(r, p.list.v[i].at))
            p.list.v[i].mode |= p.list.v[i].mode & KP_WRITE ? KP_READ : 0;
    for (size_t i = 0; i < p.list.n; i++)
        kp_doubt(r, may_be_set_anew(r, &p.list.v[i]), "an array that may be set before it is read");
    event = is_message(r, n)
                ? kp_term_of(r->terms, "message", kp_term_name(r->terms, n->sym->name), 0, 0)
                : with_hidden(r, &p, shape_of(&s, n));
    r->effects.n = noted; /* values in it are parts of its form */
    if (p.is_seen || p.list.n)
        event = kp_under(r, event);
    for (size_t i = 0; i < s.touched.n; i++)
        kp_touch_places(r, s.touched.v[i], event);
    for (size_t i = 0; i < p.list.n; i++)
        if (p.list.v[i].is_hidden && (p.list.v[i].mode & KP_READ) &&
            p.list.v[i].at.where == KP_IN_BUFFER)
            kp_touch(r, p.list.v[i].at.at, event, false, false);
    for (size_t i = 0; i < p.list.n; i++)
        if (p.list.v[i].mode & KP_WRITE && !set_elements(r, n, &p.list.v[i], event))
            kp_overwrite(r, p.list.v[i].at, made(r, n, &p.list.v[i], event),
                         name_in_input(r, p.list.v[i].name));
    if (p.is_seen)
        kp_push(r->arena, &r->trace, event);
    return event;
}
