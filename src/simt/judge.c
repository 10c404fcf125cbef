/* Outputs compared: bit by bit, or within the case's tolerance. */
#include "simt/session.h"

#include <math.h>
#include <string.h>

#include "util/str.h"

static enum kp_case_type type_of(const struct kp_session *s, const struct kp_case_buffer *b)
{
    return s->c->args.v[b->arg].type;
}

static bool is_output(const struct kp_session *s, const struct kp_case_buffer *b)
{
    return s->c->deterministic && !b->is_const;
}

static void keep(struct kp_session *s, const struct kp_case_buffer *x, size_t index, double got,
                 double want)
{
    if (!s->v->difference.array)
        s->v->difference = (struct kp_difference){x->name, index, got, want};
}

/* What only one of the two has written holds the poison in the other, which a kernel may also
 * write.
 */
static const char *written_by_one(struct kp_session *s, const struct kp_case_buffer *want,
                                  const struct kp_case_buffer *got, size_t size)
{
    size_t at = 0;

    if (!want->written || !got->written || !memcmp(want->written, got->written, want->size))
        return NULL;
    while (want->written[at] == got->written[at])
        at++;
    return kp_sprintf(s->arena, "%s[%zu] is written by the %s only", want->name, at / size,
                      want->written[at] ? "original" : "rewritten kernel");
}

const char *kp_bits_differ(struct kp_session *s, const struct kp_case_data *want,
                           const struct kp_case_data *got)
{
    for (size_t b = 0; b < want->n_buffers; b++) {
        const struct kp_case_buffer *x = &want->buffers[b], *y = &got->buffers[b];
        enum kp_case_type t = type_of(s, x);
        size_t size = kp_case_type_size(t), n = x->size / size, differ = 0, first = 0;
        double is, should;
        const char *why;
        if (!is_output(s, x))
            continue;
        if (!memcmp(x->data, y->data, x->size)) {
            if ((why = written_by_one(s, x, y, size)))
                return why;
            continue;
        }
        for (size_t i = n; i-- > 0;) {
            if (memcmp((char *)x->data + i * size, (char *)y->data + i * size, size)) {
                differ++;
                first = i;
            }
        }
        is = kp_case_element(t, y->data, first);
        should = kp_case_element(t, x->data, first);
        keep(s, x, first, is, should);
        return kp_sprintf(s->arena,
                          "%zu of %zu elements of %s differ, first %s[%zu]: %.9g, not %.9g", differ,
                          n, x->name, x->name, first, is, should);
    }
    return NULL;
}

KP_VEC_TYPE(variables, const struct kp_simt_variable *);

/* Those that the program has a name for: not the strings that nvcc keeps for printf and assert,
 * whose text and number the place of a call decides. */
static struct variables named_variables(struct kp_session *s, const struct kp_simt_report *r)
{
    struct variables all = {0};

    for (size_t k = 0; k < r->n_variables; k++)
        if (r->variables[k].name[0] != '$' && !kp_starts_with(r->variables[k].name, "__unnamed_"))
            kp_push(s->arena, &all, &r->variables[k]);
    return all;
}

/* Names of static variables hold a number of the compilation: where both modules have as many
 * variables, the order tells which is which. */
static const struct kp_simt_variable *same_variable(const struct variables *all, size_t n,
                                                    const struct kp_simt_variable *v, size_t k)
{
    if (all->n == n)
        return all->v[k]->size == v->size ? all->v[k] : NULL;
    for (size_t i = 0; i < all->n; i++)
        if (kp_streq(all->v[i]->name, v->name) && all->v[i]->size == v->size)
            return all->v[i];
    return NULL;
}

const char *kp_variables_differ(struct kp_session *s, const struct kp_simt_report *want,
                                const struct kp_simt_report *got)
{
    struct variables mine = named_variables(s, want), others = named_variables(s, got);

    for (size_t k = 0; k < mine.n; k++) {
        const struct kp_simt_variable *x = mine.v[k], *y = same_variable(&others, mine.n, x, k);
        size_t at = 0;
        if (!y)
            return kp_sprintf(s->arena, "the variable %s is not in the rewritten module", x->name);
        while (at < x->size && x->data[at] == y->data[at])
            at++;
        if (at < x->size)
            return kp_sprintf(s->arena, "the variable %s differs from byte %zu on", x->name, at);
    }
    return NULL;
}

/* What is not a number in only one of the two is infinitely wrong. */
const char *kp_values_differ(struct kp_session *s, const struct kp_case_data *want,
                             const struct kp_case_data *got, double *worst)
{
    const char *text = NULL;

    for (size_t b = 0; b < want->n_buffers; b++) {
        const struct kp_case_buffer *x = &want->buffers[b];
        enum kp_case_type t = type_of(s, x);
        if (!is_output(s, x))
            continue;
        for (size_t i = 0; i < x->size / kp_case_type_size(t); i++) {
            double w = kp_case_element(t, x->data, i);
            double g = kp_case_element(t, got->buffers[b].data, i);
            double allowed = s->c->abs + s->c->rel * fabs(w), e;
            e = g == w || (g != g && w != w) ? 0 : fabs(g - w) / (allowed > 0 ? allowed : 1e-300);
            if (!(e <= *worst))
                *worst = e == e ? e : INFINITY;
            if (e <= 1 || text)
                continue;
            keep(s, x, i, g, w);
            text =
                kp_sprintf(s->arena, "%s[%zu] is %.9g, the reference says %.9g", x->name, i, g, w);
        }
    }
    return text;
}
