/* What expressions denote: variables that live in values, memory, closures. */
#include "fn/build.h"

struct kp_fn_lvalue kp_place_value(kp_val v, const struct kp_type *t)
{
    return (struct kp_fn_lvalue){.kind = KP_PLACE_VALUE, .val = v, .type = t};
}

struct kp_fn_lvalue kp_place_memory(kp_val address, const struct kp_type *t)
{
    return (struct kp_fn_lvalue){
        .kind = KP_PLACE_MEMORY, .val = address, .type = t, .is_volatile = t && t->is_volatile};
}

/* ---- names ---- */

void kp_place_bind(struct kp_fn_builder *b, const struct kp_sym *s, struct kp_fn_lvalue p)
{
    struct kp_binding binding = {s, p};

    kp_push(b->arena, &b->frame->bindings, binding);
}

bool kp_place_find(struct kp_fn_builder *b, const struct kp_sym *s, struct kp_fn_lvalue *out)
{
    for (struct kp_fn_frame *f = b->frame; f; f = f->lexical)
        for (size_t i = f->bindings.n; i-- > 0;)
            if (f->bindings.v[i].sym == s) {
                *out = f->bindings.v[i].place;
                return true;
            }
    return false;
}

/* ---- objects ---- */

uint32_t kp_place_object(struct kp_fn_builder *b, enum kp_object_kind kind,
                         const struct kp_sym *sym, int64_t bytes)
{
    struct kp_object o = {.kind = kind, .sym = sym, .bytes = bytes};

    for (size_t i = 0; i < b->fn->objects.n; i++) {
        const struct kp_object *old = &b->fn->objects.v[i];

        if (old->kind == kind &&
            (kind == KP_OBJECT_DYNAMIC || (kind != KP_OBJECT_LOCAL && old->sym == sym)))
            return (uint32_t)i;
    }
    o.is_constant = sym && (sym->space == KP_SPACE_CONSTANT || sym->is_constexpr);
    kp_push(b->arena, &b->fn->objects, o);
    return (uint32_t)b->fn->objects.n - 1;
}

kp_val kp_place_object_address(struct kp_fn_builder *b, uint32_t object)
{
    kp_val v = kp_fn_add(b, KP_FN_ADDRESS, (struct kp_fn_type){KP_FN_POINTER, 8}, 0, NULL);

    b->fn->values.v[v].imm = object;
    return v;
}

static bool lives_in_memory(const struct kp_fn_builder *b, const struct kp_type *t, const void *key)
{
    if (!t || t->kind == KP_TYPE_ARRAY || t->size <= 0 || t->is_volatile)
        return true;
    for (size_t i = 0; i < b->in_memory.n; i++)
        if (b->in_memory.v[i] == key)
            return true;
    return false;
}

struct kp_fn_lvalue kp_place_local(struct kp_fn_builder *b, const struct kp_type *t,
                                   const void *key)
{
    struct kp_fn_lvalue p = {.kind = KP_PLACE_VARIABLE, .type = t};
    uint32_t object;

    kp_fn_begin_object(b, t);
    if (!lives_in_memory(b, t, key)) {
        p.var = kp_fn_new_var(b, kp_fn_type_of(t), key);
        /* what an earlier turn of a loop around it has left is gone */
        kp_fn_write_var(b, p.var, kp_fn_add(b, KP_FN_UNDEF, kp_fn_type_of(t), 0, NULL));
        return p;
    }
    object = (uint32_t)b->fn->objects.n;
    kp_place_object(b, KP_OBJECT_LOCAL, NULL, t && t->size > 0 ? t->size : -1);
    return kp_place_memory(kp_place_object_address(b, object), t);
}

/* ---- access ---- */

/* threadIdx as a whole. */
static kp_val read_special(struct kp_fn_builder *b, struct kp_fn_lvalue p)
{
    const struct kp_fn_type axis = {KP_FN_UINT, 4}, all = {KP_FN_RECORD, 12};
    kp_val record = kp_fn_const(b, 0, all);

    for (int i = 0; i < 3; i++) {
        kp_val v = kp_fn_add(b, KP_FN_SPECIAL, axis, 0, NULL);

        b->fn->values.v[v].imm = p.offset + i;
        record = kp_fn_insert(b, record, 4 * i, v);
    }
    return record;
}

kp_val kp_place_read(struct kp_fn_builder *b, struct kp_fn_lvalue p)
{
    struct kp_fn_type t = kp_fn_type_of(p.type);
    kp_val v, size;

    switch (p.kind) {
    case KP_PLACE_VALUE:
        return p.val;
    case KP_PLACE_VARIABLE:
        if (p.type->kind == KP_TYPE_ARRAY)
            return kp_place_address(b, p);
        return kp_fn_extract(b, kp_fn_read_var(b, p.var), p.offset, t);
    case KP_PLACE_MEMORY:
        if (!p.type || p.type->kind == KP_TYPE_ARRAY)
            return p.val;
        v = kp_fn_add(b, KP_FN_LOAD, t, 1, &p.val);
        b->fn->values.v[v].is_volatile = p.is_volatile;
        size = kp_fn_given_size(b, p.type);
        b->fn->values.v[v].size = size;
        return v;
    case KP_PLACE_SPECIAL:
        return read_special(b, p);
    default:
        return kp_fn_unknown(b, t, "a value that has no representation");
    }
}

void kp_place_write(struct kp_fn_builder *b, struct kp_fn_lvalue p, kp_val v)
{
    struct kp_fn_type t = kp_fn_type_of(p.type);
    kp_val store, size;

    switch (p.kind) {
    case KP_PLACE_VARIABLE:
        if (b->named.v[p.var])
            kp_push_once(b->arena, &b->fn->moved, b->named.v[p.var]);
        if (p.offset == 0 && t.kind == b->vars.v[p.var].kind && t.bytes == b->vars.v[p.var].bytes)
            kp_fn_write_var(b, p.var, v);
        else
            kp_fn_write_var(b, p.var, kp_fn_insert(b, kp_fn_read_var(b, p.var), p.offset, v));
        break;
    case KP_PLACE_MEMORY:
        store =
            kp_fn_add(b, KP_FN_STORE, (struct kp_fn_type){KP_FN_VOID, 0}, 2, (kp_val[]){p.val, v});
        b->fn->values.v[store].is_volatile = p.is_volatile;
        size = kp_fn_given_size(b, p.type);
        b->fn->values.v[store].size = size;
        break;
    default:
        b->fn->unknown = "something without a place is assigned to";
        break;
    }
}

kp_val kp_place_address(struct kp_fn_builder *b, struct kp_fn_lvalue p)
{
    const struct kp_fn_type pointer = {KP_FN_POINTER, 8};

    if (p.kind == KP_PLACE_MEMORY)
        return p.val;
    if (p.kind == KP_PLACE_VARIABLE && b->keys.v[p.var]) {
        kp_push_once(b->arena, &b->in_memory, b->keys.v[p.var]);
        b->again = true;
        return kp_fn_add(b, KP_FN_UNDEF, pointer, 0, NULL);
    }
    b->fn->unknown = "the address of something without a place is taken";
    return kp_fn_add(b, KP_FN_UNDEF, pointer, 0, NULL);
}

enum { MOST_BASES = 20 };

static const struct kp_sym *as_written(const struct kp_sym *record)
{
    return record && record->pattern ? record->pattern : record;
}

/* Of the class itself or of a base, which begins where the object does. */
static bool is_member(const struct kp_sym *field, const struct kp_type *record)
{
    const struct kp_sym *of, *at;
    int depth = 0;

    if (!record || record->kind != KP_TYPE_RECORD || !field->parent || field->offset < 0 ||
        field->is_bit_field)
        return false;
    of = as_written(field->parent);
    for (at = as_written(record->decl); at && at != of && depth < MOST_BASES; depth++)
        at = as_written(at->base);
    return field->parent == record->decl || (depth > 0 && at == of);
}

/* The bytes of a member, as an object of the type: for a reference the address that it is. */
static struct kp_fn_lvalue field_at(struct kp_fn_builder *b, struct kp_fn_lvalue record,
                                    const struct kp_sym *field, const struct kp_type *t)
{
    struct kp_fn_lvalue out = record;
    kp_val offset;

    out.type = t;
    out.is_volatile = record.is_volatile || (t && t->is_volatile);
    if (record.kind == KP_PLACE_SPECIAL) {
        int axis = kp_streq(field->name, "x") ? 0 : kp_streq(field->name, "y") ? 1 : 2;

        out.kind = KP_PLACE_VALUE;
        out.val = kp_fn_add(b, KP_FN_SPECIAL, kp_fn_type_of(t), 0, NULL);
        b->fn->values.v[out.val].imm = record.offset + axis;
        return out;
    }
    if (!is_member(field, record.type)) {
        out.kind = KP_PLACE_NONE;
        return out;
    }
    switch (record.kind) {
    case KP_PLACE_VARIABLE:
        out.offset += field->offset;
        break;
    case KP_PLACE_MEMORY:
        offset = kp_fn_const(b, field->offset, (struct kp_fn_type){KP_FN_INT, 8});
        out.val =
            kp_fn_binary(b, KP_FN_ADD, (struct kp_fn_type){KP_FN_POINTER, 8}, record.val, offset);
        break;
    case KP_PLACE_VALUE:
        out.val = kp_fn_extract(b, record.val, field->offset, kp_fn_type_of(t));
        break;
    default:
        out.kind = KP_PLACE_NONE;
        break;
    }
    return out;
}

static bool is_reference(const struct kp_sym *field)
{
    return field->type && field->type->kind == KP_TYPE_REFERENCE;
}

struct kp_fn_lvalue kp_place_field(struct kp_fn_builder *b, struct kp_fn_lvalue record,
                                   const struct kp_sym *field, const struct kp_type *t)
{
    struct kp_fn_lvalue p = field_at(b, record, field, is_reference(field) ? field->type : t);

    return is_reference(field) && p.kind != KP_PLACE_NONE ? kp_place_memory(kp_place_read(b, p), t)
                                                          : p;
}

bool kp_place_bind_field(struct kp_fn_builder *b, struct kp_fn_lvalue record,
                         const struct kp_sym *field, const struct kp_node *value)
{
    struct kp_fn_lvalue p, to;

    if (!is_reference(field))
        return false;
    p = field_at(b, record, field, field->type);
    to = kp_place_of_temporary(b, kp_lower_expr(b, value), value);
    if (p.kind == KP_PLACE_NONE)
        b->fn->unknown = "a member that is a reference";
    else
        kp_place_write(b, p, kp_place_address(b, to));
    return true;
}

struct kp_fn_lvalue kp_place_of_temporary(struct kp_fn_builder *b, struct kp_fn_lvalue p,
                                          const void *key)
{
    struct kp_fn_lvalue local;

    if (p.kind == KP_PLACE_VARIABLE || p.kind == KP_PLACE_MEMORY || p.kind == KP_PLACE_CLOSURE ||
        p.kind == KP_PLACE_NONE)
        return p;
    local = kp_place_local(b, p.type, key);
    kp_place_write(b, local, kp_place_read(b, p));
    if (local.kind == KP_PLACE_VARIABLE && p.type && p.type->kind == KP_TYPE_RECORD &&
        !p.type->copies_bits)
        kp_fn_expose(b, local.var);
    return local;
}
