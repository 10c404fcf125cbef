/* Paths: which part of a variable or of an array is meant. */
#include "validate/run.h"

kp_term kp_beginning(struct kp_run *r)
{
    return kp_term_name(r->terms, "begin");
}

enum { LONGEST_PATH = 16 };

/* The members and elements that a path names, from its beginning; 0: something else, too. */
static size_t steps_of(struct kp_run *r, kp_term path, kp_term *steps)
{
    kp_term all[LONGEST_PATH];
    size_t n = 0;

    while (path && kp_term_kind(r->terms, path) == KP_TERM_FORM) {
        bool is_member = kp_streq(kp_term_text(r->terms, path), ".");

        if (n == LONGEST_PATH || (!is_member && !kp_streq(kp_term_text(r->terms, path), "[]")))
            return 0;
        all[n++] = path;
        path = is_member && kp_term_operands(r->terms, path) == 1
                   ? KP_NO_TERM
                   : kp_term_operand(r->terms, path, is_member ? 1 : 0);
    }
    for (size_t i = 0; i < n; i++)
        steps[i] = all[n - 1 - i];
    return n;
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
    if (kp_streq(kp_term_text(r->terms, x[i]), ".") && kp_streq(kp_term_text(r->terms, y[i]), "."))
        return !strchr(kp_term_text(r->terms, kp_term_operand(r->terms, x[i], 0)), ' ') &&
               !strchr(kp_term_text(r->terms, kp_term_operand(r->terms, y[i], 0)), ' ');
    return kp_streq(kp_term_text(r->terms, x[i]), kp_term_text(r->terms, y[i])) &&
           number_of(r, kp_term_operand(r->terms, x[i], 1), &v) &&
           number_of(r, kp_term_operand(r->terms, y[i], 1), &w) && v != w;
}

/* A part of the value: what was put there last, or a part of it. */
kp_term kp_part_of(struct kp_run *r, kp_term value, kp_term path)
{
    while (kp_streq(kp_term_text(r->terms, value), "with") &&
           kp_is_apart(r, kp_term_operand(r->terms, value, 1), path))
        value = kp_term_operand(r->terms, value, 0);
    return kp_streq(kp_term_text(r->terms, value), "with") &&
                   kp_term_operand(r->terms, value, 1) == path
               ? kp_term_operand(r->terms, value, 2)
               : kp_term_of(r->terms, "part", value, path, 0);
}
