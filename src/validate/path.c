/* Paths: which part of a variable or of an array is meant. */
#include "front/tree.h"
#include "validate/run.h"

kp_term kp_beginning(struct kp_run *r)
{
    return kp_term_name(r->terms, "begin");
}

/* The number that a sum of numbers is. */
static bool number_of(struct kp_run *r, kp_term x, int64_t *v)
{
    int64_t a, b;

    if (kp_term_is_number(r->terms, x, v))
        return true;
    if (kp_term_kind(r->terms, x) != KP_TERM_FORM || kp_term_data(r->terms, x) != KP_OP_ADD ||
        kp_term_operands(r->terms, x) != 2 || !kp_streq(kp_term_text(r->terms, x), "operator") ||
        !number_of(r, kp_term_operand(r->terms, x, 0), &a) ||
        !number_of(r, kp_term_operand(r->terms, x, 1), &b))
        return false;
    *v = a + b;
    return true;
}

enum { LONGEST_PATH = 16 };

/* The form of bytes of a union: where they begin, how many they are, their type, and the path of
 * the union. All names of the same value have one. */
static const char of_union[] = "bytes";

static bool is_of_union(struct kp_run *r, kp_term path)
{
    return path && kp_streq(kp_term_text(r->terms, path), of_union);
}

struct bytes {
    int64_t at, n;
};

static struct bytes bytes_of(struct kp_run *r, kp_term path)
{
    struct bytes b = {0};

    kp_term_is_number(r->terms, kp_term_operand(r->terms, path, 0), &b.at);
    kp_term_is_number(r->terms, kp_term_operand(r->terms, path, 1), &b.n);
    return b;
}

static kp_term in_union(struct kp_run *r, int64_t at, const struct kp_type *t, kp_term around)
{
    kp_term operand[4] = {kp_term_number(r->terms, KP_TERM_NUMBER, at),
                          kp_term_number(r->terms, KP_TERM_NUMBER, t->size),
                          kp_term_name(r->terms, kp_plain_type(r->arena, t->canonical)), around};

    return kp_term_form(r->terms, 0, of_union, operand, around ? 4 : 3);
}

/* The path of the union that the path is inside of. */
static kp_term union_around(struct kp_run *r, kp_term path)
{
    return kp_term_operands(r->terms, path) == 4 ? kp_term_operand(r->terms, path, 3) : KP_NO_TERM;
}

static bool is_sized(const struct kp_type *t)
{
    return t && t->kind != KP_TYPE_REFERENCE && t->size > 0 && t->canonical && !t->is_dependent;
}

kp_term kp_union_member(struct kp_run *r, const struct kp_node *n, const struct kp_sym *s,
                        kp_term path)
{
    const struct kp_type *of = n->first->type;

    while (of && (of->kind == KP_TYPE_REFERENCE || (n->is_arrow && of->kind == KP_TYPE_POINTER)))
        of = of->elem;
    if (!s || s->offset < 0 || s->is_bit_field || !is_sized(s->type) || !of || !of->decl ||
        s->parent != of->decl)
        return KP_NO_TERM;
    if (is_of_union(r, path))
        return in_union(r, bytes_of(r, path).at + s->offset, s->type, union_around(r, path));
    return s->is_of_union ? in_union(r, s->offset, s->type, path) : KP_NO_TERM;
}

kp_term kp_union_element(struct kp_run *r, const struct kp_type *t, kp_term path, kp_term index)
{
    int64_t at;

    if (!is_of_union(r, path) || !is_sized(t) || !number_of(r, index, &at) || at < 0 ||
        (at + 1) * t->size > bytes_of(r, path).n)
        return KP_NO_TERM;
    return in_union(r, bytes_of(r, path).at + at * t->size, t, union_around(r, path));
}

/* The members and elements that a path names, from its beginning; 0: something else, too. */
static size_t steps_of(struct kp_run *r, kp_term path, kp_term *steps)
{
    kp_term all[LONGEST_PATH];
    size_t n = 0;

    while (path && kp_term_kind(r->terms, path) == KP_TERM_FORM) {
        bool is_member = kp_streq(kp_term_text(r->terms, path), ".");

        if (n == LONGEST_PATH ||
            (!is_member && !is_of_union(r, path) && !kp_streq(kp_term_text(r->terms, path), "[]")))
            return 0;
        all[n++] = path;
        if (is_of_union(r, path)) {
            path = union_around(r, path);
            continue;
        }
        path = is_member && kp_term_operands(r->terms, path) == 1
                   ? KP_NO_TERM
                   : kp_term_operand(r->terms, path, is_member ? 1 : 0);
    }
    for (size_t i = 0; i < n; i++)
        steps[i] = all[n - 1 - i];
    return n;
}

static bool ends_before(struct kp_run *r, kp_term a, kp_term b)
{
    return bytes_of(r, a).at + bytes_of(r, a).n <= bytes_of(r, b).at;
}

/* True if two paths in one variable name two of its members, or two elements of an array. */
bool kp_is_apart(struct kp_run *r, kp_term a, kp_term b)
{
    kp_term x[LONGEST_PATH], y[LONGEST_PATH];
    size_t n = steps_of(r, a, x), m = steps_of(r, b, y), i = 0;
    int64_t v, w;

    while (i < n && i < m && x[i] == y[i])
        i++;
    if (a == kp_beginning(r) || b == kp_beginning(r)) /* element 0 */
        return n + m > 0 &&
               (n ? number_of(r, kp_term_operand(r->terms, x[0], 1), &v) &&
                        kp_streq(kp_term_text(r->terms, x[0]), "[]")
                  : number_of(r, kp_term_operand(r->terms, y[0], 1), &v) &&
                        kp_streq(kp_term_text(r->terms, y[0]), "[]")) &&
               v != 0;
    if (i == n || i == m)
        return false;
    if (is_of_union(r, x[i]) && is_of_union(r, y[i]))
        return ends_before(r, x[i], y[i]) || ends_before(r, y[i], x[i]);
    if (kp_streq(kp_term_text(r->terms, x[i]), ".") && kp_streq(kp_term_text(r->terms, y[i]), "."))
        return !strchr(kp_term_text(r->terms, kp_term_operand(r->terms, x[i], 0)), ' ') &&
               !strchr(kp_term_text(r->terms, kp_term_operand(r->terms, y[i], 0)), ' ');
    return kp_streq(kp_term_text(r->terms, x[i]), kp_term_text(r->terms, y[i])) &&
           number_of(r, kp_term_operand(r->terms, x[i], 1), &v) &&
           number_of(r, kp_term_operand(r->terms, y[i], 1), &w) && v != w;
}

/* True for bytes of a union that are among others of it. */
static bool is_among(struct kp_run *r, kp_term path, kp_term others)
{
    struct bytes a, b;

    if (!is_of_union(r, path) || !is_of_union(r, others) ||
        union_around(r, path) != union_around(r, others))
        return false;
    a = bytes_of(r, path);
    b = bytes_of(r, others);
    return a.at >= b.at && a.at + a.n <= b.at + b.n;
}

/* A part of the value: what was put there last, or a part of it. */
kp_term kp_part_of(struct kp_run *r, kp_term value, kp_term path)
{
    kp_term last;

    while (kp_streq(kp_term_text(r->terms, value), "with") &&
           kp_is_apart(r, kp_term_operand(r->terms, value, 1), path))
        value = kp_term_operand(r->terms, value, 0);
    if (!kp_streq(kp_term_text(r->terms, value), "with"))
        return kp_term_of(r->terms, "part", value, path, 0);
    last = kp_term_operand(r->terms, value, 1);
    if (last == path)
        return kp_term_operand(r->terms, value, 2);
    if (is_among(r, path, last)) /* whatever was there before */
        return kp_term_of(r->terms, "bytes of", kp_term_operand(r->terms, value, 2), last, path);
    return kp_term_of(r->terms, "part", value, path, 0);
}
