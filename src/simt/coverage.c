/* Which instructions ran, and so which lines of the source never did. */
#define _GNU_SOURCE
#include "simt/decode.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "util/str.h"
#include "util/system.h"

/* ---- while a kernel runs ---- */

bool kp_coverage_new(struct kp_simt_machine *m)
{
    m->all_ran = kp_map_shared(m->program->code.n + 1);
    return m->all_ran != NULL;
}

void kp_coverage_start(struct kp_simt_machine *m)
{
    m->ran = kp_new_array(m->arena, uint8_t, m->program->code.n + 1);
}

void kp_coverage_publish(struct kp_simt_machine *m)
{
    for (size_t k = 0; k < m->program->code.n; k++)
        if (m->ran[k])
            __atomic_store_n(&m->all_ran[k], 1, __ATOMIC_RELAXED);
}

static void describe(struct kp_simt_machine *m, struct kp_arena *a, struct kp_simt_coverage *c)
{
    c->n = m->program->code.n;
    c->insns = kp_new_array(a, struct kp_simt_covered, c->n + 1);
    for (size_t k = 0; k < c->n; k++) {
        const struct kp_insn *i = &m->program->code.v[k];
        c->insns[k].is_access = i->is_access;
        if (i->exec != dec_branch()) /* to jump is nothing that needs to be shown */
            ptx_user_place(m->program->module, i->loc, &c->insns[k].file, &c->insns[k].line);
    }
}

void kp_coverage_end(struct kp_simt_machine *m)
{
    struct kp_simt_coverage *c = m->options->coverage;
    size_t n = m->program->code.n;

    if (c && !c->n)
        describe(m, m->options->coverage_arena, c);
    for (size_t k = 0; c && c->n == n && k < n; k++)
        c->insns[k].ran |= m->all_ran[k];
    munmap(m->all_ran, n + 1);
}

/* ---- by line ---- */

static int compare(const void *x, const void *y)
{
    const struct kp_simt_covered *a = *(const struct kp_simt_covered *const *)x;
    const struct kp_simt_covered *b = *(const struct kp_simt_covered *const *)y;
    int files = a->file == b->file ? 0 : strcmp(a->file, b->file);

    return files ? files : (a->line > b->line) - (a->line < b->line);
}

/* A line's instructions. */
struct line {
    size_t first, end;
    bool has_access, ran;
};

/* The instructions with a place, by line; line_of[k] is instruction number k's, or SIZE_MAX. */
static size_t find_lines(const struct kp_simt_coverage *c, struct line *lines,
                         const struct kp_simt_covered **v, size_t *line_of)
{
    size_t n = 0, placed = 0;

    for (size_t k = 0; k < c->n; k++) {
        line_of[k] = SIZE_MAX;
        if (c->insns[k].file)
            v[placed++] = &c->insns[k];
    }
    qsort(v, placed, sizeof *v, compare);
    for (size_t k = 0; k < placed; k++) {
        if (!k || compare(&v[k - 1], &v[k]))
            lines[n++] = (struct line){.first = k};
        lines[n - 1].end = k + 1;
        line_of[v[k] - c->insns] = n - 1;
    }
    return n;
}

/* A line with accesses ran when one of them did: its arithmetic may stand in front of the branch
 * that leads there. */
static void judge(struct line *x, const struct kp_simt_covered *const *v)
{
    bool any = false, access = false;

    for (size_t k = x->first; k < x->end; k++) {
        x->has_access |= v[k]->is_access;
        any |= v[k]->ran;
        access |= v[k]->is_access && v[k]->ran;
    }
    x->ran = x->has_access ? access : any;
}

/* Arithmetic that only the compiler's other copy of a loop needs stands among instructions of lines
 * that ran elsewhere: such lines ran, too. */
static void look_around(const struct kp_simt_coverage *c, struct line *lines, const size_t *line_of)
{
    for (size_t k = 0, end; k < c->n; k = end) {
        bool elsewhere = false;
        for (end = k; end < c->n && !c->insns[end].ran; end++)
            elsewhere |= line_of[end] != SIZE_MAX && lines[line_of[end]].ran;
        for (size_t i = k; i < end && elsewhere; i++)
            if (line_of[i] != SIZE_MAX && !lines[line_of[i]].has_access)
                lines[line_of[i]].ran = true;
        end += end == k;
    }
}

size_t kp_simt_never_run(struct kp_arena *a, const struct kp_simt_coverage *c,
                         struct kp_simt_lines **places)
{
    const struct kp_simt_covered **v = kp_new_array(a, const struct kp_simt_covered *, c->n + 1);
    struct line *lines = kp_new_array(a, struct line, c->n + 1);
    size_t *line_of = kp_new_array(a, size_t, c->n + 1), n_lines, n = 0;
    bool open = false;

    *places = kp_new_array(a, struct kp_simt_lines, c->n + 1);
    n_lines = find_lines(c, lines, v, line_of);
    for (size_t k = 0; k < n_lines; k++)
        judge(&lines[k], v);
    look_around(c, lines, line_of);
    for (size_t k = 0; k < n_lines; k++) {
        const struct kp_simt_covered *x = v[lines[k].first];
        bool goes_on = open && kp_streq((*places)[n - 1].file, x->file);
        open = !lines[k].ran;
        if (open && goes_on)
            (*places)[n - 1].last = x->line;
        else if (open)
            (*places)[n++] = (struct kp_simt_lines){x->file, x->line, x->line};
    }
    return n;
}
