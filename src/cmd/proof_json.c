/* A verdict as JSON. */
#include "cmd/proof.h"

#include <stdio.h>

#include "util/str.h"

static void text(struct kp_str *s, const char *key, const char *value)
{
    kp_str_addf(s, "\"%s\":", key);
    if (!value) {
        kp_str_add(s, "null");
        return;
    }
    kp_str_addc(s, '"');
    for (const unsigned char *p = (const unsigned char *)value; *p; p++) {
        if (*p == '"' || *p == '\\')
            kp_str_addf(s, "\\%c", *p);
        else if (*p < 0x20)
            kp_str_addf(s, "\\u%04x", *p);
        else
            kp_str_addc(s, (char)*p);
    }
    kp_str_addc(s, '"');
}

static void quoted(struct kp_str *s, const char *before, const char *value)
{
    kp_str_addf(s, "%s\"%s\"", before, value); /* words of ours: nothing to escape */
}

static void value(struct kp_str *s, const char *key, double v)
{
    if (v - v == 0)
        kp_str_addf(s, ",\"%s\":%.17g", key, v);
    else
        kp_str_addf(s, ",\"%s\":\"%s\"", key, v != v ? "nan" : v > 0 ? "inf" : "-inf");
}

static void difference(struct kp_str *s, const struct kp_difference *d)
{
    if (!d->array) {
        kp_str_add(s, "null");
        return;
    }
    kp_str_addc(s, '{');
    text(s, "array", d->array);
    kp_str_addf(s, ",\"index\":%zu", d->index);
    value(s, "got", d->got);
    value(s, "want", d->want);
    kp_str_addc(s, '}');
}

static void place(struct kp_str *s, const struct kp_simt_place *p)
{
    kp_str_addc(s, '{');
    text(s, "what", p->what);
    kp_str_addc(s, ',');
    text(s, "file", p->file);
    kp_str_addf(s, ",\"line\":%u,\"thread\":[%u,%u,%u]}", p->line, p->thread[0], p->thread[1],
                p->thread[2]);
}

static void alarm(struct kp_str *s, const struct kp_simt_alarm *a)
{
    kp_str_addc(s, '{');
    text(s, "kind", kp_simt_kind_name(a->kind));
    kp_str_addf(s, ",\"note\":%s,\"count\":%llu,", a->note ? "true" : "false",
                (unsigned long long)a->count);
    text(s, "object", a->object);
    kp_str_addf(s, ",\"offset\":%lld,\"bytes\":%u,\"block\":[%u,%u,%u],\"places\":[",
                (long long)a->offset, a->width, a->block[0], a->block[1], a->block[2]);
    for (unsigned k = 0; k < a->n_places; k++) {
        kp_str_add(s, k ? "," : "");
        place(s, &a->place[k]);
    }
    kp_str_add(s, "],");
    text(s, "text", a->text);
    kp_str_addc(s, '}');
}

void kp_proof_json(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v)
{
    struct kp_str s = kp_str_new(a);

    kp_str_addc(&s, '{');
    text(&s, "kernel", c->kernel);
    kp_str_addf(&s, ",\"passed\":%s,", v->passed ? "true" : "false");
    text(&s, "why", v->why);
    kp_str_addc(&s, ',');
    text(&s, "failing_sizes", v->failed ? v->failed->sizes : NULL);
    kp_str_add(&s, ",\"first_difference\":");
    difference(&s, &v->difference);
    kp_str_addc(&s, ',');
    text(&s, "needs_alignment", v->aligned);
    kp_str_add(&s, ",\"not_shown\":[");
    for (size_t k = 0; kp_not_shown[k]; k++)
        quoted(&s, k ? "," : "", kp_not_shown[k]);
    kp_str_addf(&s, "],\"float_atomics\":%s,\"launches\":[", v->float_atomics ? "true" : "false");
    for (size_t k = 0; k < v->checks.n; k++) {
        const struct kp_check *x = v->checks.v[k];
        kp_str_add(&s, k ? ",{" : "{");
        text(&s, "version", x->version);
        kp_str_addc(&s, ',');
        text(&s, "sizes", x->sizes);
        kp_str_addc(&s, ',');
        text(&s, "variation", x->variation);
        kp_str_addc(&s, ',');
        text(&s, "order", x->order);
        kp_str_addc(&s, ',');
        text(&s, "landing", x->landing);
        kp_str_addc(&s, ',');
        text(&s, "failure", x->failure);
        kp_str_addf(&s, ",\"seconds\":%.3f,\"steps\":%llu,\"alarms\":[", x->seconds,
                    (unsigned long long)x->report.steps);
        for (size_t i = 0; i < x->report.n_alarms; i++) {
            kp_str_add(&s, i ? "," : "");
            alarm(&s, &x->report.alarms[i]);
        }
        kp_str_add(&s, "]}");
    }
    kp_str_add(&s, "]}\n");
    fputs(kp_str_text(&s), stdout);
}
