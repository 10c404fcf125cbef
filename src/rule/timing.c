#define _GNU_SOURCE
#include "rule/timing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/ini.h"
#include "util/embed.h"
#include "util/str.h"
#include "util/system.h"

struct reader {
    struct kp_arena *arena;
    struct kp_timing *to;
    unsigned arch;
    const char *units[KP_UNITS]; /* from 1 on */
};

static bool number(const char *text, double *to)
{
    char *end;

    *to = strtod(text, &end);
    return end != text && !*end && *to >= 0 && *to < 1e6;
}

/* The unit's number; 0 when there are too many. */
static unsigned unit_of(struct reader *r, const char *name)
{
    for (unsigned i = 1; i < KP_UNITS; i++) {
        if (!r->units[i])
            r->units[i] = kp_strdup(r->arena, name);
        if (kp_streq(r->units[i], name))
            return i;
    }
    return 0;
}

static bool read_cost(struct reader *r, const char *value, struct kp_cost *c)
{
    char unit[16];
    int n = 0;

    if (sscanf(value, "%15s %lf %lf %lf %n", unit, &c->busy, &c->per_byte, &c->latency, &n) != 4 ||
        value[n])
        return false;
    c->unit = unit_of(r, unit);
    return c->unit && c->busy >= 0 && c->per_byte >= 0 && c->latency >= 0;
}

/* The figure of that name which is one number; NULL: none is. */
static double *single(struct kp_timing *t, const char *name)
{
    const struct {
        const char *name;
        double *to;
    } all[] = {{"memory", &t->memory}, {"request", &t->request},     {"barrier", &t->barrier},
               {"line", &t->line},     {"wavefront", &t->wavefront}, {"sms", &t->sms},
               {"code", &t->code},     {"conflict", &t->conflict}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (kp_streq(name, all[i].name))
            return all[i].to;
    return NULL;
}

/* The names of instructions are in capital letters. */
static bool is_instruction(const char *name)
{
    return *name >= 'A' && *name <= 'Z';
}

static enum kp_opclass class_of(const char *name)
{
    int at = 0;

    while (at < KP_INSN_COUNT && !kp_streq(kp_opclass_name((enum kp_opclass)at), name))
        at++;
    return (enum kp_opclass)at;
}

/* Of a class or an instruction. */
static struct kp_cost *cost_of(struct reader *r, const char *name)
{
    struct kp_timing *t = r->to;

    if (!is_instruction(name))
        return &t->of[class_of(name)];
    for (size_t i = 0; i < t->named.n; i++)
        if (kp_streq(t->named.v[i].name, name))
            return &t->named.v[i].cost;
    kp_push(r->arena, &t->named, ((struct kp_named_cost){.name = kp_strdup(r->arena, name)}));
    return &t->named.v[t->named.n - 1].cost;
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct reader *r = user;
    bool own = kp_starts_with(section, "sm_") && (unsigned)atoi(section + 3) == r->arch;
    double n = 0, *to = single(r->to, name);
    struct kp_cost c = {0};

    if (!own && !kp_starts_with(section, "sm_") && !kp_streq(section, "all"))
        *error = "sections are [all] and [sm_NN]";
    else if (to)
        *error = number(value, &n) ? NULL : "a number is needed";
    else if (!is_instruction(name) && class_of(name) == KP_INSN_COUNT)
        *error =
            "neither a class of sass.ini, nor an instruction, nor memory, request, barrier, line, "
            "wavefront, sms or code";
    else if (!read_cost(r, value, &c))
        *error = "UNIT BUSY PER_BYTE LATENCY is needed";
    if (*error || !(own || kp_streq(section, "all")))
        return !*error;
    r->to->is_fitted |= own;
    if (to)
        *to = n;
    else
        *cost_of(r, name) = c;
    return true;
}

const struct kp_cost *kp_timing_of(const struct kp_timing *t, const char *name,
                                   enum kp_opclass opclass)
{
    for (size_t i = 0; name && i < t->named.n; i++)
        if (kp_streq(t->named.v[i].name, name))
            return &t->named.v[i].cost;
    return &t->of[opclass];
}

const struct kp_timing *kp_timing_load(struct kp_arena *a, const char *dir, unsigned arch,
                                       const char **error)
{
    struct reader r = {.arena = a, .to = kp_new(a, struct kp_timing), .arch = arch};
    const char *path, *text = kp_embedded("timing.ini");
    size_t n = 0;

    *error = text ? NULL : "timing.ini is not built in";
    if (!text || !kp_ini_read(a, "timing.ini", text, read_line, &r, error))
        return NULL;
    if (!dir)
        return r.to;
    path = kp_sprintf(a, "%s/timing.ini", dir);
    text = kp_read_file(a, path, &n);
    if (!text && errno != ENOENT)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    else if (text && memchr(text, 0, n))
        *error = kp_sprintf(a, "%s: not a text file", path);
    if (*error || (text && !kp_ini_read(a, path, text, read_line, &r, error)))
        return NULL;
    return r.to;
}
