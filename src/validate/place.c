/* Places of values: variables, arrays by stage, memory behind pointers. */
#include <stdlib.h>

#include "front/tree.h"
#include "validate/run.h"

bool kp_is_array(const struct kp_sym *s)
{
    return s->n_dims > 0 || (s->type && s->type->kind == KP_TYPE_ARRAY) ||
           s->space == KP_SPACE_SHARED;
}

static bool is_variable(const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && !s->from_prelude;
}

static struct kp_lvalue in_memory(kp_term address)
{
    return (struct kp_lvalue){.where = KP_IN_MEMORY, .path = address};
}

/* The variable whose address it is; two of one name are not told apart. */
static struct kp_lvalue of_address(struct kp_run *r, kp_term address)
{
    kp_term name = kp_term_operand(r->terms, address, 0);
    struct kp_lvalue at = {0};

    for (size_t i = 0; i < r->pointed.n; i++)
        if (r->pointed.v[i].where == KP_IN_SLOT &&
            kp_term_name(r->terms, kp_name_of(r, r->pointed.v[i])) == name) {
            if (at.where)
                kp_lose(r, "addresses of two variables of one name");
            at = r->pointed.v[i];
        }
    if (at.where && kp_term_operands(r->terms, address) > 1)
        at.path = kp_term_operand(r->terms, address, 1);
    return at.where ? at : in_memory(address);
}

struct kp_lvalue kp_behind(struct kp_run *r, kp_term address)
{
    address = kp_assumed(r, address);
    if (kp_term_kind(r->terms, address) == KP_TERM_PLACE)
        return (struct kp_lvalue){.where = KP_IN_BUFFER,
                                  .at = (size_t)kp_term_data(r->terms, address),
                                  .path = kp_term_operand(r->terms, address, 0)};
    return kp_term_is_address(r->terms, address) ? of_address(r, address) : in_memory(address);
}

static bool is_same_type(struct kp_run *r, const struct kp_type *a, const struct kp_type *b)
{
    return kp_streq(kp_plain_type(r->arena, a->canonical), kp_plain_type(r->arena, b->canonical));
}

/* True if it is the type of the variable, or of the array's elements. */
static bool is_own_type(struct kp_run *r, struct kp_lvalue at, const struct kp_type *t)
{
    const struct kp_type *own =
        at.where == KP_IN_SLOT ? r->variables.v[at.at]->type : r->buffers.v[at.at].object->type;

    while (own && (own->kind == KP_TYPE_ARRAY || own->kind == KP_TYPE_REFERENCE))
        own = own->elem;
    if (at.where == KP_IN_SLOT && (!own || !t || own->is_dependent || t->is_dependent))
        return true;
    return own && t && own->size > 0 && !own->is_dependent && is_same_type(r, own, t);
}

/* What a pointer to the type points to: of a variable's part, whatever its type, and what is beside
 * it. */
static struct kp_lvalue behind_pointer(struct kp_run *r, const struct kp_type *t, kp_term address)
{
    struct kp_lvalue at = kp_behind(r, address);
    kp_term type = t ? kp_term_name(r->terms, kp_plain_type(r->arena, t->canonical)) : 0;

    if (kp_is_private(r, at) && ((at.where == KP_IN_SLOT && at.path) || !is_own_type(r, at, t)))
        at.path = at.path ? kp_term_of(r->terms, "from", at.path, type, 0)
                          : kp_term_of(r->terms, "from", type, 0, 0);
    return at;
}

kp_term kp_address(struct kp_run *r, struct kp_lvalue at)
{
    switch (at.where) {
    case KP_IN_BUFFER:
        kp_point_at(r, at);
        return kp_term_place(r->terms, at.at, at.path);
    case KP_IN_MEMORY:
        return at.path;
    default:
        kp_point_at(r, at);
        return kp_term_of(r->terms, KP_ADDRESS, kp_term_name(r->terms, kp_name_of(r, at)), at.path,
                          0);
    }
}

/* True for shared memory that emission has declared. */
static bool is_staged(const struct kp_run *r, const struct kp_sym *s)
{
    return s->space == KP_SPACE_SHARED && kp_is_schedule_name(r, s->name);
}

static struct kp_lvalue of_ref(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    struct kp_lvalue at;

    if (!is_variable(s))
        return (struct kp_lvalue){0};
    at = kp_bound_to(r, s);
    if (at.where)
        return at;
    if (kp_is_array(s) && s->kind == KP_SYM_VAR) {
        if ((s->parent && s->parent->kind == KP_SYM_FUNCTION) || s->space == KP_SPACE_SHARED)
            return (struct kp_lvalue){.where = KP_IN_BUFFER,
                                      .at = kp_buffer(r, s, is_staged(r, s) ? KP_ALL_STAGES : 0),
                                      .path = kp_beginning(r)};
        return in_memory(kp_term_name(r->terms, s->name));
    }
    if (!s->parent || s->parent->kind != KP_SYM_FUNCTION)
        if (s->kind == KP_SYM_VAR && s->space != KP_SPACE_LOCAL)
            return (struct kp_lvalue){.where = KP_IN_MEMORY,
                                      .path = kp_term_name(r->terms, s->name),
                                      .is_object = s->type && s->type->kind != KP_TYPE_REFERENCE};
    return (struct kp_lvalue){.where = KP_IN_SLOT, .at = kp_slot(r, s)};
}

/* True for the array of all stages. */
static bool is_of_stages(struct kp_run *r, struct kp_lvalue at)
{
    return at.where == KP_IN_BUFFER && r->buffers.v[at.at].stage == KP_ALL_STAGES &&
           at.path == kp_beginning(r);
}

static const struct kp_sym *tile_named(const struct kp_run *r, const char *name)
{
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, name))
            return r->staging->tiles.v[i];
    return NULL;
}

static const struct kp_type *element_of(const struct kp_sym *s)
{
    const struct kp_type *t = s->type;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t;
}

/* True for `kp_tile`, or with a number behind that, where the tile is an object of a class, or an
 * array of such. */
static bool is_of_objects(const struct kp_run *r, const char *name)
{
    for (size_t i = 0; i < r->staging->tiles.n; i++) {
        const struct kp_sym *s = r->staging->tiles.v[i];
        const struct kp_type *t = element_of(s);
        size_t n = strlen(s->name);

        if (t && t->kind == KP_TYPE_RECORD && kp_starts_with(name, "kp_") &&
            !strncmp(name + 3, s->name, n) &&
            name[3 + n + strspn(name + 3 + n, "0123456789")] == '\0')
            return true;
    }
    return false;
}

/* True if its elements are of a class of the program, which has a name as emission's has none. */
static bool is_of_their_class(const struct kp_run *r, const struct kp_sym *s)
{
    const struct kp_type *t = element_of(s);
    const char *name = t && t->kind == KP_TYPE_RECORD && t->decl ? t->decl->name : "";

    return *name && !strchr(name, '(') && !kp_is_schedule_name(r, name);
}

/* True for a struct of arrays that emission has made, with a member for each tile, which has its
 * name or one that the program has not. */
static bool is_struct_of_ours(struct kp_run *r, struct kp_lvalue at, const char *member)
{
    return at.where == KP_IN_BUFFER && at.path == kp_beginning(r) &&
           r->buffers.v[at.at].is_shared &&
           kp_is_schedule_name(r, r->buffers.v[at.at].object->name) &&
           !is_of_their_class(r, r->buffers.v[at.at].object) &&
           (!is_of_objects(r, r->buffers.v[at.at].object->name) || tile_named(r, member) ||
            kp_is_schedule_name(r, member));
}

bool kp_is_staged_array(struct kp_run *r, struct kp_lvalue at)
{
    const struct kp_stage *b = at.where == KP_IN_BUFFER ? &r->buffers.v[at.at] : NULL;
    bool is_array = false;

    if (!b || !b->inside || at.path != kp_beginning(r) || !kp_is_schedule_name(r, b->inside->name))
        return false;
    for (size_t i = 0; i < r->staging->tiles.n; i++) {
        const struct kp_sym *s = r->staging->tiles.v[i];

        if (!kp_streq(s->name, b->object->name))
            continue;
        if (!s->n_dims && !(s->type && s->type->kind == KP_TYPE_ARRAY))
            return false;
        is_array = true;
    }
    return is_array;
}

kp_term kp_element(struct kp_run *r, kp_term path, kp_term index)
{
    int64_t value;

    if (kp_term_is_number(r->terms, index, &value) && !value)
        return path;
    return kp_term_of(r->terms, "[]", path, kp_seen(r, index), 0);
}

/* The number of stages, or registers, with which emission has declared an array. */
static void note_index(struct kp_run *r, const struct kp_node *n, int64_t at)
{
    const struct kp_type *t = n->first->type;

    if (t && t->kind == KP_TYPE_ARRAY && t->count > 0 && (at < 0 || at >= t->count))
        kp_conflict(r, "beyond");
}

static struct kp_lvalue of_index(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *t = n->first->type;
    bool is_array = t && t->kind == KP_TYPE_ARRAY, is_pointer = t && t->kind == KP_TYPE_POINTER;
    struct kp_lvalue base = {0};
    kp_term index, in_union;

    if (!is_pointer) /* else it is its value that counts, wherever the pointer lies */
        base = kp_place_of(r, n->first);
    if (base.where != KP_IN_BUFFER && !(base.where == KP_IN_MEMORY && is_array))
        base = is_array ? kp_behind(r, base.where ? kp_address(r, base) : kp_run_eval(r, n->first))
                        : behind_pointer(r, n->type, kp_run_eval(r, n->first));
    index = kp_run_eval(r, kp_child(n, 1));
    if (is_of_stages(r, base))
        index = kp_as_stage(r, kp_child(n, 1), index);
    if (kp_term_kind(r->terms, index) == KP_TERM_STAGE)
        note_index(r, n, kp_term_data(r->terms, index));
    if (is_of_stages(r, base) && kp_term_kind(r->terms, index) == KP_TERM_STAGE) {
        return (struct kp_lvalue){
            .where = KP_IN_BUFFER,
            .at = kp_buffer(r, r->buffers.v[base.at].object, kp_term_data(r->terms, index)),
            .path = base.path};
    }
    base.path = base.path ? base.path : kp_beginning(r);
    t = kp_expr_type(r, n);
    in_union = base.where == KP_IN_MEMORY ? KP_NO_TERM : kp_union_element(r, t, base.path, index);
    base.is_object = false;
    if (in_union) {
        base.path = in_union;
        return base;
    }
    base.path = t && t->kind == KP_TYPE_ARRAY /* row 0 is no element 0 */
                    ? kp_term_of(r->terms, "[]", base.path, kp_seen(r, index), 0)
                    : kp_element(r, base.path, index);
    return base;
}

static const struct kp_sym *member_named(struct kp_run *r, const char *name)
{
    struct kp_sym *s;

    for (size_t i = 0; i < r->members.n; i++)
        if (kp_streq(r->members.v[i]->name, name))
            return r->members.v[i];
    s = kp_new(r->arena, struct kp_sym);
    s->kind = KP_SYM_FIELD;
    s->name = name;
    kp_push(r->arena, &r->members, s);
    return s;
}

/* .. in the text; NULL: there is none. */
static const char *last_name(struct kp_run *r, const struct kp_node *n)
{
    const char *text = r->u->source.text;
    uint32_t end = n->span.end, begin = end;

    if (n->file || end > r->u->source.size)
        return NULL;
    while (begin > n->span.begin &&
           (text[begin - 1] == '_' || (text[begin - 1] >= '0' && text[begin - 1] <= '9') ||
            ((text[begin - 1] | 32) >= 'a' && (text[begin - 1] | 32) <= 'z')))
        begin--;
    return begin < end ? kp_strndup(r->arena, text + begin, end - begin) : NULL;
}

const char *kp_member_name(struct kp_run *r, const struct kp_node *n)
{
    return n->sym ? n->sym->name : last_name(r, n);
}

static struct kp_lvalue of_member(struct kp_run *r, const struct kp_node *n)
{
    struct kp_lvalue base = n->first->kind == KP_THIS && r->self.where ? r->self
                            : n->is_arrow
                                ? behind_pointer(r, n->first->type ? n->first->type->elem : NULL,
                                                 kp_run_eval(r, n->first))
                                : kp_place_of(r, n->first);
    const char *name = kp_member_name(r, n);
    const struct kp_sym *s;
    kp_term in_union;

    if (!base.where || !name)
        return (struct kp_lvalue){0};
    s = base.where == KP_IN_BUFFER ? kp_member_of(r, n) : n->sym;
    kp_doubt(r, !s && base.where == KP_IN_BUFFER && !is_struct_of_ours(r, base, name),
             "a member of a type that a template leaves open");
    if (is_struct_of_ours(r, base, name)) { /* of arrays, or of their stages */
        size_t at =
            kp_buffer(r, n->sym ? n->sym : member_named(r, name), r->buffers.v[base.at].stage);

        r->buffers.v[at].inside = r->buffers.v[base.at].object;
        return (struct kp_lvalue){.where = KP_IN_BUFFER, .at = at, .path = base.path};
    }
    in_union = base.where == KP_IN_MEMORY ? KP_NO_TERM : kp_union_member(r, n, s, base.path);
    if (in_union) {
        base.path = in_union;
        return base;
    }
    if (s && s->is_of_union && s->offset >= 0 && s->type) /* whatever its name */
        name = kp_sprintf(r->arena, "%lld %s", (long long)s->offset, s->type->canonical);
    base.path = kp_term_of(r->terms, ".", kp_term_name(r->terms, name), base.path, 0);
    return s && s->type && s->type->kind == KP_TYPE_REFERENCE
               ? in_memory(kp_term_of(r->terms, "refers", kp_read(r, base, 0), 0, 0))
               : base;
}

/* One of two places. */
static struct kp_lvalue of_choice(struct kp_run *r, const struct kp_node *n)
{
    kp_term condition = kp_condition(r, n->first);
    struct kp_lvalue yes, no;
    bool holds;

    if (kp_is_known(r, condition, &holds))
        return kp_place_of(r, kp_child(n, holds ? 1 : 2));
    yes = kp_place_of(r, kp_child(n, 1));
    no = kp_place_of(r, n->last);
    if (!yes.where || !no.where)
        return (struct kp_lvalue){0};
    return kp_behind(r, kp_term_choice(r->terms, condition, kp_address(r, yes), kp_address(r, no)));
}

/* The type of such a cast is without the reference: its text tells, or that it is changed. */
bool kp_is_reference_cast(const struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *up = n->parent;
    const char *text = r->u->source.text;

    if (n->kind != KP_CAST)
        return false;
    if ((n->type && n->type->kind == KP_TYPE_REFERENCE) ||
        (up &&
         ((up->kind == KP_ASSIGN && up->first == n) || (up->kind == KP_UNARY && kp_is_step(up)) ||
          (up->kind == KP_UNARY && up->op == KP_OP_ADDR))))
        return true;
    if (n->file || n->from_macro || n->first->span.begin > r->u->source.size ||
        n->first->span.begin <= n->span.begin)
        return false;
    return memchr(text + n->span.begin, '&', n->first->span.begin - n->span.begin) != NULL;
}

struct kp_lvalue kp_place_of(struct kp_run *r, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        return of_ref(r, n);
    case KP_INDEX:
        return of_index(r, n);
    case KP_MEMBER:
        return of_member(r, n);
    case KP_UNARY:
        if (n->op == KP_OP_DEREF) {
            struct kp_lvalue at = {0};

            if (n->first->type && n->first->type->kind == KP_TYPE_ARRAY)
                at = kp_place_of(r, n->first);
            if (at.where == KP_IN_BUFFER) /* *array is its first element */
                return at;
            return behind_pointer(r, n->type, kp_run_eval(r, n->first));
        }
        if (n->op == KP_OP_PREINC || n->op == KP_OP_PREDEC) {
            kp_run_eval(r, n);
            return kp_place_of(r, n->first);
        }
        break;
    case KP_CAST:
        if (kp_is_reference_cast(r, n))
            return kp_place_of(r, n->first);
        break;
    case KP_ASSIGN:
        kp_run_eval(r, n);
        return kp_place_of(r, n->first);
    case KP_COND:
        return of_choice(r, n);
    case KP_BINARY:
        if (n->op != KP_OP_COMMA)
            break;
        kp_run_eval(r, n->first);
        return kp_place_of(r, n->last);
    default:
        break;
    }
    return (struct kp_lvalue){0};
}

/* True if an element that was written later may be this one: of this thread, or of another one. */
static bool may_be_covered(struct kp_run *r, const struct kp_content *c, const struct kp_entry *e)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.v[i].last > e->first && c->list.v[i].path != e->path &&
            !kp_is_apart(r, c->list.v[i].path, e->path))
            return true;
    return false;
}

static kp_term read_buffer(struct kp_run *r, struct kp_lvalue at)
{
    struct kp_entry *e = kp_entry_at(&r->state.contents.v[at.at], at.path);
    kp_term value;

    if (e &&
        !(r->buffers.v[at.at].is_shared && may_be_covered(r, &r->state.contents.v[at.at], e))) {
        e->is_read = true;
        value = kp_assumed(r, e->value);
    } else {
        value = kp_term_of(r->terms, "element", kp_content(r, at.at), at.path, 0);
    }
    kp_touch(r, at.at, kp_term_of(r->terms, "read", value, at.path, 0), false, false);
    return value;
}

KP_VEC_TYPE(kp_conjuncts, kp_term);

/* Adds what has to hold for the condition to be what it is: of `a && b` both. */
static void add_conjuncts(struct kp_run *r, kp_term condition, bool holds, struct kp_conjuncts *all)
{
    enum kp_op op = holds ? KP_OP_LAND : KP_OP_LOR;
    kp_term of;

    if (kp_term_is_not(r->terms, condition, &of)) {
        add_conjuncts(r, of, !holds, all);
    } else if (kp_is_operation(r->terms, condition, op)) {
        add_conjuncts(r, kp_term_operand(r->terms, condition, 0), holds, all);
        add_conjuncts(r, kp_term_operand(r->terms, condition, 1), holds, all);
    } else {
        kp_push_once(r->arena, all, holds ? condition : kp_term_not(r->terms, condition));
    }
}

static bool is_among(const struct kp_conjuncts *all, kp_term condition)
{
    for (size_t i = 1; i < all->n; i++)
        if (all->v[i] == condition)
            return true;
    return false;
}

/* The address, followed by the conditions under which it is read, each once, in the order of their
 * numbers. */
static void note_load(struct kp_run *r, kp_term address)
{
    struct kp_conjuncts all = {0};
    kp_term load;

    kp_push(r->arena, &all, address);
    for (size_t i = 0; i < r->assumed.n; i++)
        add_conjuncts(r, r->assumed.v[i].condition, r->assumed.v[i].holds, &all);
    for (size_t i = 1; i < all.n; i++)
        if (is_among(&all, kp_term_not(r->terms, all.v[i])))
            return; /* never */
    qsort(all.v + 1, all.n - 1, sizeof *all.v, kp_by_number);
    load = kp_term_form(r->terms, 0, "read where", all.v, all.n);
    kp_push(r->arena, &r->loads, load);
}

/* True for an address that is one of several, of which some are in buffers. */
static bool is_one_of_places(struct kp_run *r, kp_term address)
{
    return kp_term_kind(r->terms, address) == KP_TERM_CHOICE &&
           (kp_term_has_place(r->terms, address) || kp_term_has_slot(r->terms, address));
}

static kp_term read_either(struct kp_run *r, kp_term address, kp_term width)
{
    kp_term condition = kp_term_operand(r->terms, address, 0), yes, no;

    kp_assume(r, condition, true);
    yes = kp_read(r, kp_behind(r, kp_term_operand(r->terms, address, 1)), width);
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    no = kp_read(r, kp_behind(r, kp_term_operand(r->terms, address, 2)), width);
    r->assumed.n--;
    return kp_term_choice(r->terms, condition, yes, no);
}

static void write_either(struct kp_run *r, kp_term address, kp_term value, bool async)
{
    kp_term condition = kp_term_operand(r->terms, address, 0);
    struct kp_state before = kp_state_copy(r), then;

    kp_assume(r, condition, true);
    kp_write(r, kp_behind(r, kp_term_operand(r->terms, address, 1)), value, async);
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    then = r->state;
    r->state = before;
    kp_write(r, kp_behind(r, kp_term_operand(r->terms, address, 2)), value, async);
    r->assumed.n--;
    kp_state_join(r, condition, &then, &r->state);
    r->state = then;
}

kp_term kp_read(struct kp_run *r, struct kp_lvalue at, kp_term width)
{
    kp_term value, address;
    bool is_open;

    switch (at.where) {
    case KP_IN_SLOT: /* what is assumed here does not hold for the next read */
        value = kp_assumed(r, r->state.slots.v[at.at]);
        return at.path ? kp_part_of(r, value, at.path) : value;
    case KP_IN_BUFFER:
        return read_buffer(r, at);
    default:
        address = kp_assumed(r, at.path);
        if (is_one_of_places(r, address))
            return read_either(r, address, width);
        is_open = !at.is_object && kp_is_unknown(r, address);
        address = kp_seen(r, at.path);
        kp_touch_places(r, at.path, kp_term_of(r->terms, "read", address, 0, 0));
        if (!at.is_object)
            note_load(r, address);
        kp_doubt(r, is_open && r->pointed.n, "a pointer that is not followed");
        address =
            kp_term_of(r->terms, "load", address,
                       width && kp_term_kind(r->terms, width) == KP_TERM_NUMBER ? width : 0, 0);
        return is_open ? kp_with_pointed(r, address) : address;
    }
}

/* True if no element that was written may have bytes in common with another one at the path. */
static bool is_apart_from_all(struct kp_run *r, const struct kp_content *c, kp_term path)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.v[i].path != path && !kp_is_apart(r, c->list.v[i].path, path))
            return false;
    return true;
}

/* True for a tile of which neither the loop nor code behind it reads what the other one has filled.
 * (model/coverage.c) */
static bool is_refilled(const struct kp_run *r, const struct kp_stage *b)
{
    const char *name = b->inside ? b->inside->name : b->object->name;
    bool is_stage = kp_is_schedule_name(r, name);

    for (size_t i = 0; i < r->staging->refilled.n; i++) {
        const char *tile = r->staging->refilled.v[i]->name;
        size_t n = strlen(tile);

        if (kp_streq(name, tile) || (is_stage && kp_starts_with(name + 3, tile) &&
                                     !name[3 + n + strspn(name + 3 + n, "0123456789")]))
            return true;
    }
    return false;
}

/* An element that the statement wrote and that was read since is from an earlier iteration; one of
 * a tile that is refilled is, whichever statement wrote it. */
static void forget_earlier(const struct kp_run *r, size_t buffer, const struct kp_node *by)
{
    struct kp_content *c = &r->state.contents.v[buffer];
    bool all = is_refilled(r, &r->buffers.v[buffer]);
    size_t kept = 0;

    if (all && c->base_is_read) {
        c->base = kp_term_name(r->terms, "nothing");
        c->base_is_read = false;
        c->base_is_forgotten = true;
    }
    for (size_t i = 0; i < c->list.n; i++)
        if ((c->list.v[i].by != by && !all) || !c->list.v[i].is_read)
            c->list.v[kept++] = c->list.v[i];
    c->list.n = kept;
}

void kp_write(struct kp_run *r, struct kp_lvalue at, kp_term value, bool async)
{
    struct kp_entry made = {.path = at.path};
    struct kp_content *c;
    struct kp_entry *e;
    kp_term path;

    if (at.where == KP_IN_SLOT) {
        kp_term *slot = &r->state.slots.v[at.at];

        *slot = at.path ? kp_term_of(r->terms, "with", *slot, at.path, value) : value;
        return;
    }
    if (!kp_is_private(r, at)) {
        r->has_leaked |= kp_leads_to_private(r, value);
        value = kp_seen(r, value);
    }
    if (at.where == KP_IN_MEMORY && is_one_of_places(r, kp_assumed(r, at.path))) {
        write_either(r, kp_assumed(r, at.path), value, async);
        return;
    }
    path = kp_seen(r, at.path);
    if (at.where == KP_IN_MEMORY) {
        kp_term event = kp_under(r, kp_term_of(r->terms, "store", path, value, 0));

        if (kp_term_has_shared(r, at.path))
            kp_lose(r, "a store to one of several arrays");
        kp_push(r->arena, &r->trace, event);
        if (!at.is_object && kp_is_unknown(r, kp_assumed(r, at.path)))
            kp_change_pointed(r, event);
        return;
    }
    kp_touch(r, at.at, kp_term_of(r->terms, "write", path, value, 0), true, async);
    c = &r->state.contents.v[at.at];
    e = kp_entry_at(c, at.path);
    if (kp_is_private(r, at) && !kp_is_schedule_name(r, kp_name_of(r, at)) &&
        !is_apart_from_all(r, c, at.path)) {
        c->base = kp_raw_content(r, at.at);
        c->list.n = 0;
        e = NULL;
    }
    if (!e)
        forget_earlier(r, at.at, r->statement);
    if (!e) {
        kp_push(r->arena, &c->list, made);
        e = &c->list.v[c->list.n - 1];
    }
    e->value = value;
    e->by = r->statement;
    e->is_read = false;
    e->first = e->last = ++r->writes;
}

void kp_overwrite(struct kp_run *r, struct kp_lvalue at, kp_term event, const char *name)
{
    kp_term value = kp_term_of(r->terms, "made by", event, kp_term_name(r->terms, name), 0);
    struct kp_content *c;

    if (at.where == KP_IN_SLOT) {
        r->state.slots.v[at.at] = value;
    } else if (at.where == KP_IN_BUFFER) {
        kp_touch(r, at.at, event, true, false);
        c = &r->state.contents.v[at.at];
        c->base = value;
        c->base_is_read = c->base_is_forgotten = false;
        c->list.n = 0;
    }
}

kp_term kp_width_of(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *t = kp_expr_type(r, n);

    if (!t)
        return kp_term_name(r->terms, "?");
    if (t->size > 0)
        return kp_term_number(r->terms, KP_TERM_NUMBER, t->size);
    return kp_term_name(r->terms, kp_plain_type(r->arena, t->spelling));
}

void kp_leave_dead(struct kp_run *r)
{
    for (size_t b = 0; b < r->state.contents.n; b++) {
        const struct kp_stage *s = &r->buffers.v[b];
        const char *name = s->inside ? s->inside->name : s->object->name;

        for (size_t i = 0; i < r->staging->dead.n; i++)
            if (kp_streq(name, r->staging->dead.v[i]->name))
                r->state.contents.v[b] =
                    (struct kp_content){.base = kp_term_name(r->terms, "nothing")};
    }
    r->last = NULL;
}
