#include "validate/term.h"

struct term {
    enum kp_term_kind kind;
    uint64_t data;
    const char *text;
    uint32_t n;
    kp_term *operand;
    uint64_t hash;
    bool has_place, has_slot;
};

struct kp_terms {
    struct kp_arena *arena;
    KP_VEC(struct term) list; /* from 1 on */
    uint32_t *slot;
    size_t size;
};

struct kp_terms *kp_terms_new(struct kp_arena *a)
{
    struct kp_terms *t = kp_new(a, struct kp_terms);
    struct term none = {0};

    t->arena = a;
    t->size = 1024;
    t->slot = kp_new_array(a, uint32_t, t->size);
    kp_push(a, &t->list, none);
    return t;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t hash_of(const struct term *x)
{
    uint64_t h = mix(x->kind, x->data);

    for (const char *s = x->text; s && *s; s++)
        h = mix(h, (unsigned char)*s);
    for (uint32_t i = 0; i < x->n; i++)
        h = mix(h, x->operand[i]);
    return h;
}

static bool is_same(const struct term *a, const struct term *b)
{
    return a->hash == b->hash && a->kind == b->kind && a->data == b->data && a->n == b->n &&
           !a->text == !b->text && (!a->text || kp_streq(a->text, b->text)) &&
           (!a->n || !memcmp(a->operand, b->operand, a->n * sizeof *a->operand));
}

static void grow(struct kp_terms *t)
{
    t->size *= 2;
    t->slot = kp_new_array(t->arena, uint32_t, t->size);
    for (uint32_t i = 1; i < t->list.n; i++) {
        size_t at = t->list.v[i].hash & (t->size - 1);

        while (t->slot[at])
            at = (at + 1) & (t->size - 1);
        t->slot[at] = i;
    }
}

static kp_term intern(struct kp_terms *t, struct term x)
{
    size_t at;
    kp_term *own;

    x.hash = hash_of(&x);
    if (2 * t->list.n > t->size)
        grow(t);
    for (at = x.hash & (t->size - 1); t->slot[at]; at = (at + 1) & (t->size - 1))
        if (is_same(&t->list.v[t->slot[at]], &x))
            return t->slot[at];
    own = x.n ? kp_new_array(t->arena, kp_term, x.n) : NULL;
    for (uint32_t i = 0; i < x.n; i++) {
        own[i] = x.operand[i];
        x.has_place |= t->list.v[own[i]].has_place;
        x.has_slot |= t->list.v[own[i]].has_slot;
    }
    x.operand = own;
    x.has_place |= x.kind == KP_TERM_PLACE;
    x.has_slot |= x.kind == KP_TERM_FORM && kp_streq(x.text, KP_ADDRESS);
    t->slot[at] = (uint32_t)t->list.n;
    kp_push(t->arena, &t->list, x);
    return t->slot[at];
}

kp_term kp_term_number(struct kp_terms *t, enum kp_term_kind kind, int64_t value)
{
    return intern(t, (struct term){.kind = kind, .data = (uint64_t)value});
}

kp_term kp_term_name(struct kp_terms *t, const char *text)
{
    return intern(t, (struct term){.kind = KP_TERM_NAME, .text = text});
}

kp_term kp_term_form(struct kp_terms *t, uint64_t data, const char *text, const kp_term *operand,
                     size_t n)
{
    return intern(t, (struct term){.kind = KP_TERM_FORM,
                                   .data = data,
                                   .text = text,
                                   .operand = (kp_term *)operand,
                                   .n = (uint32_t)n});
}

kp_term kp_term_of(struct kp_terms *t, const char *text, kp_term a, kp_term b, kp_term c)
{
    kp_term operand[3] = {a, b, c};
    size_t n = c ? 3 : b ? 2 : a ? 1 : 0;

    return kp_term_form(t, 0, text, operand, n);
}

bool kp_is_operation(const struct kp_terms *t, kp_term x, enum kp_op op)
{
    const struct term *y = &t->list.v[x];

    return y->kind == KP_TERM_FORM && y->n == 2 && y->data == (uint64_t)op && y->text &&
           kp_streq(y->text, "operator");
}

bool kp_term_is_not(const struct kp_terms *t, kp_term x, kp_term *of)
{
    const struct term *y = &t->list.v[x];

    if (y->kind != KP_TERM_FORM || !y->text || y->data != KP_OP_LNOT || y->n != 1 ||
        !kp_streq(y->text, "operator"))
        return false;
    *of = y->operand[0];
    return true;
}

kp_term kp_term_not(struct kp_terms *t, kp_term x)
{
    kp_term of;

    return kp_term_is_not(t, x, &of) ? of : kp_term_form(t, KP_OP_LNOT, "operator", &x, 1);
}

kp_term kp_term_choice(struct kp_terms *t, kp_term condition, kp_term yes, kp_term no)
{
    kp_term operand[3] = {condition, yes, no}, of;

    if (kp_term_is_not(t, condition, &of))
        return kp_term_choice(t, of, no, yes);
    return yes == no ? yes
                     : intern(t, (struct term){.kind = KP_TERM_CHOICE, .operand = operand, .n = 3});
}

kp_term kp_term_place(struct kp_terms *t, size_t buffer, kp_term path)
{
    return intern(t,
                  (struct term){.kind = KP_TERM_PLACE, .data = buffer, .operand = &path, .n = 1});
}

int kp_by_number(const void *a, const void *b)
{
    const kp_term *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

enum kp_term_kind kp_term_kind(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].kind;
}

int64_t kp_term_data(const struct kp_terms *t, kp_term x)
{
    return (int64_t)t->list.v[x].data;
}

const char *kp_term_text(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].text ? t->list.v[x].text : "";
}

size_t kp_term_operands(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].n;
}

kp_term kp_term_operand(const struct kp_terms *t, kp_term x, size_t i)
{
    return t->list.v[x].operand[i];
}

bool kp_term_has_place(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].has_place;
}

bool kp_term_has_slot(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].has_slot;
}

bool kp_term_has_address(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].has_slot || t->list.v[x].has_place;
}

bool kp_term_is_address(const struct kp_terms *t, kp_term x)
{
    return t->list.v[x].kind == KP_TERM_FORM && kp_streq(t->list.v[x].text, KP_ADDRESS);
}

kp_term kp_term_again(struct kp_terms *t, kp_term x, const kp_term *operand)
{
    struct term y = t->list.v[x];

    if (y.kind == KP_TERM_CHOICE)
        return kp_term_choice(t, operand[0], operand[1], operand[2]);
    return intern(t, (struct term){.kind = y.kind,
                                   .data = y.data,
                                   .text = y.text,
                                   .operand = (kp_term *)operand,
                                   .n = y.n});
}

bool kp_term_is_number(const struct kp_terms *t, kp_term x, int64_t *value)
{
    enum kp_term_kind kind = kp_term_kind(t, x);

    *value = kp_term_data(t, x);
    return kind == KP_TERM_NUMBER || kind == KP_TERM_STAGE;
}
