#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "gpu/runner/work.h"

/* JSON has neither NaN nor infinity: null stands for both. */
static json_t *number(double v)
{
    return isfinite(v) ? json_real(v) : json_null();
}

/* Never NULL: what is no UTF-8 is left out. */
static json_t *text(const char *s)
{
    json_t *o = json_string(s);

    return o ? o : json_string("?");
}

static json_t *machine(void)
{
    const struct machine *m = &share->machine;
    char cc[24];

    snprintf(cc, sizeof cc, "%d.%d", m->major, m->minor);
    return json_pack("{s:o, s:s, s:i, s:i, s:i, s:i, s:I, s:i}", "device", text(m->name),
                     "compute_capability", cc, "sms", m->sms, "l2_bytes", m->l2_bytes, "clock_khz",
                     m->clock_khz, "smem_per_block", m->smem_optin, "memory_bytes",
                     (json_int_t)m->memory, "driver", m->driver);
}

static json_t *check(const struct size *s, const struct check *c)
{
    json_t *o = json_pack("{s:o, s:I, s:o}", "size", text(s->name), "differing_bytes",
                          (json_int_t)c->original.bytes, "error_against_original",
                          number(c->original.max_abs));

    if (c->has_reference) {
        json_object_set_new(o, "max_abs_error", number(c->reference.max_abs));
        json_object_set_new(o, "max_rel_error", number(c->reference.max_rel));
        json_object_set_new(o, "error_over_tolerance", number(c->reference.worst));
    }
    return o;
}

static json_t *samples(const float *ms, unsigned n)
{
    json_t *list = json_array();

    for (unsigned k = 0; k < n; k++)
        json_array_append_new(list, number(ms[k]));
    return list;
}

static void add_figures(json_t *o, const struct plan *p, unsigned v)
{
    const struct outcome *x = &share->version[v];
    json_t *blocks = json_array();

    for (size_t s = 0; s < p->n_sizes; s++)
        json_array_append_new(blocks, json_integer(x->blocks_per_sm[s]));
    json_object_set_new(o, "registers", json_integer(x->registers));
    json_object_set_new(o, "local_bytes", json_integer(x->local_bytes));
    json_object_set_new(o, "static_smem", json_integer(x->static_smem));
    json_object_set_new(o, "blocks_per_sm", blocks);
}

/* Those of the first size that is timed stand in the version itself, those of others in a list. */
static void add_times(json_t *o, const struct plan *p, unsigned v)
{
    const struct outcome *x = &share->version[v];
    json_t *also = json_array();
    bool first = true;

    for (size_t s = 0; s < p->n_sizes; s++) {
        json_t *to = first ? o : NULL;

        if (!p->sizes[s].timed || !x->rounds[s])
            continue;
        if (!to)
            json_array_append_new(also, to = json_pack("{s:o}", "size", text(p->sizes[s].name)));
        json_object_set_new(to, "cold_ms", samples(samples_of(share->cold, v, s), x->rounds[s]));
        json_object_set_new(to, "warm_ms", samples(samples_of(share->warm, v, s), x->rounds[s]));
        first = false;
    }
    json_object_set_new(o, "also", also);
}

static json_t *version(const struct plan *p, unsigned v)
{
    static const char *const names[] = {"not run", "ok", "mismatch", "fault"};
    const struct outcome *x = &share->version[v];
    json_t *checks = json_array(), *smem = json_array();
    json_t *o = json_pack("{s:o, s:s, s:o}", "label", text(p->versions[v].label), "status",
                          names[x->status], "why", *x->why ? text(x->why) : json_null());

    for (size_t s = 0; s < p->n_sizes; s++) {
        json_array_append_new(smem, json_integer(p->versions[v].smem[s]));
        if (x->checks[s].done)
            json_array_append_new(checks, check(&p->sizes[s], &x->checks[s]));
    }
    if (p->versions[v].unchecked)
        json_object_set_new(o, "unchecked", json_true());
    json_object_set_new(o, "dynamic_smem", smem);
    json_object_set_new(o, "checks", checks);
    if (x->loaded)
        add_figures(o, p, v);
    if (x->status == OK)
        add_times(o, p, v);
    return o;
}

static json_t *size(const struct size *s)
{
    return json_pack("{s:o, s:o, s:b}", "name", text(s->name), "text", text(s->text), "timed",
                     s->timed);
}

/* The whole document or, when it cannot be written, the exit code of that. */
static int print(json_t *o, int code)
{
    int failed = json_dumpf(o, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(9));

    json_decref(o);
    if (failed || putchar('\n') == EOF || fflush(stdout)) {
        perror("kpipe-runner: standard output");
        return 2;
    }
    return code;
}

static void stamp(char *date, size_t n)
{
    time_t t = time(NULL);

    strftime(date, n, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
}

int answer(const struct plan *p)
{
    json_t *root, *sizes = json_array(), *versions = json_array();
    char date[32];
    int code = 0;

    stamp(date, sizeof date);
    for (size_t s = 0; s < p->n_sizes; s++)
        json_array_append_new(sizes, size(&p->sizes[s]));
    for (unsigned v = 0; v < p->n_versions; v++) {
        json_array_append_new(versions, version(p, v));
        if (share->version[v].status != OK)
            code = 1;
    }
    root = json_pack("{s:i, s:s, s:s, s:o, s:b, s:o, s:o}", "version", 1, "runner", KP_VERSION,
                     "date", date, "machine", machine(), "deterministic", p->deterministic, "sizes",
                     sizes, "versions", versions);
    if (p->arch)
        json_object_set_new(root, "arch", text(p->arch));
    if (p->echo)
        json_object_set(root, "echo", p->echo);
    return print(root, code);
}

int answer_error(const char *code, const char *what)
{
    json_t *root = json_pack("{s:i, s:s, s:{s:s, s:o}}", "version", 1, "runner", KP_VERSION,
                             "error", "code", code, "text", text(what));

    if (share && share->machine.name[0])
        json_object_set_new(root, "machine", machine());
    return print(root, 2);
}
