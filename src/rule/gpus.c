#include "rule/gpus.h"

#include <math.h>
#include <stdlib.h>

#include "rule/rules.h"

static const struct {
    const char *key, *text;
} precisions[] = {
#define KP_PRECISION(id, key, text) {key, text},
#include "rule/precisions.def"
#undef KP_PRECISION
};

static const struct field {
    const char *name;
    size_t offset;
} fields[] = {
    {"sms", offsetof(struct kp_gpu, sms)},
    {"clock_mhz", offsetof(struct kp_gpu, clock_mhz)},
    {"l2_mb", offsetof(struct kp_gpu, l2_mb)},
    {"dram_gbs", offsetof(struct kp_gpu, dram_gbs)},
    {"latency_cycles", offsetof(struct kp_gpu, latency_cycles)},
    {"hiding_warps", offsetof(struct kp_gpu, hiding_warps)},
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

const char *kp_precision_key(enum kp_precision p)
{
    return precisions[p].key;
}

const char *kp_precision_text(enum kp_precision p)
{
    return precisions[p].text;
}

static struct kp_gpu *gpu_named(struct kp_rules *r, const char *id)
{
    for (size_t i = 0; i < r->gpus.n; i++)
        if (kp_streq(r->gpus.v[i].id, id))
            return &r->gpus.v[i];
    kp_push(r->arena, &r->gpus, (struct kp_gpu){.id = kp_strdup(r->arena, id)});
    return &r->gpus.v[r->gpus.n - 1];
}

static bool read_number(const char *value, double *to, const char **error)
{
    char *end;

    *to = strtod(value, &end);
    if (!*value || *end || !isfinite(*to) || *to <= 0)
        *error = "expected a number above 0";
    return !*error;
}

static bool keep(struct kp_rules *r, const char **to, const char *value)
{
    *to = kp_strdup(r->arena, value);
    return true;
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct kp_rules *r = user;
    struct kp_gpu *g = gpu_named(r, section);

    if (kp_streq(name, "name"))
        return keep(r, &g->name, value);
    if (kp_streq(name, "arch"))
        return keep(r, &g->arch, value);
    if (kp_streq(name, "note"))
        return keep(r, &g->note, value);
    for (size_t i = 0; i < N_FIELDS; i++)
        if (kp_streq(name, fields[i].name))
            return read_number(value, (double *)((char *)g + fields[i].offset), error);
    for (int p = 0; p < KP_PRECISIONS; p++)
        if (kp_streq(name, precisions[p].key))
            return read_number(value, &g->peak[p], error);
    *error = "GPUs have no such property";
    return false;
}

/* Without one of these the arithmetic would divide by zero. */
static const char *lacking(const struct kp_gpu *g)
{
    if (!g->name)
        return "name";
    if (!g->arch)
        return "arch";
    for (size_t i = 0; i < N_FIELDS; i++)
        if (*(const double *)((const char *)g + fields[i].offset) == 0)
            return fields[i].name;
    return NULL;
}

bool kp_gpus_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                  const char **error)
{
    (void)to; /* a later folder's GPUs replace or join the earlier ones */
    if (!kp_ini_read(r->arena, file, text, read_line, r, error))
        return false;
    for (size_t i = 0; i < r->gpus.n; i++) {
        struct kp_gpu *g = &r->gpus.v[i];

        if (lacking(g)) {
            *error = kp_sprintf(r->arena, "%s: [%s] lacks %s", file, g->id, lacking(g));
            return false;
        }
        if (g->peak[KP_PRECISION_FP16_TENSOR_F32] == 0)
            g->peak[KP_PRECISION_FP16_TENSOR_F32] = g->peak[KP_PRECISION_FP16_TENSOR];
    }
    return true;
}

const struct kp_gpu *kp_rule_gpu(const struct kp_rules *r, const char *id)
{
    for (size_t i = 0; i < r->gpus.n; i++)
        if (kp_streq(r->gpus.v[i].id, id))
            return &r->gpus.v[i];
    return NULL;
}

const struct kp_gpu *kp_rule_gpu_of(const struct kp_rules *r, const char *arch)
{
    for (size_t i = 0; i < r->gpus.n; i++)
        if (kp_streq(r->gpus.v[i].arch, arch))
            return &r->gpus.v[i];
    return NULL;
}

const struct kp_gpu *kp_rule_gpus(const struct kp_rules *r, size_t *n)
{
    *n = r->gpus.n;
    return r->gpus.v;
}

double kp_gpu_balance(const struct kp_gpu *g, enum kp_precision p)
{
    return g->peak[p] * 1e12 / (g->dram_gbs * 1e9);
}
