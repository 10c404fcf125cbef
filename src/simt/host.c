/* What the driver provides to kernels: printf, assertions. */
#include "simt/machine.h"

#include <stdio.h>
#include <string.h>

#include "util/str.h"

bool kp_host_known(const char *name)
{
    return kp_streq(name, "vprintf") || kp_streq(name, "__assertfail");
}

/* Argument k, 8 bytes. */
static uint64_t argument(const struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                         unsigned k)
{
    uint64_t v = 0;

    if (k < i->more->n)
        memcpy(&v, w->local + (size_t)lane * w->block->program->local_size + i->more->slot[k].at,
               sizeof v);
    return v;
}

/* A string of the kernel, byte by byte through the checks. */
static void read_string(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                        char *to, size_t size)
{
    size_t n = 0;

    for (; n + 1 < size; n++) {
        const uint8_t *p = kp_access(w, i, lane, SPACE_GENERIC, at + n, 1, WHAT_READ, NULL);
        if (!p || !*p)
            break;
        to[n] = (char)*p;
    }
    to[n] = 0;
}

struct out {
    char text[1024];
    size_t n;
};

static void put(struct out *o, const char *s)
{
    while (*s && o->n + 1 < sizeof o->text)
        o->text[o->n++] = *s++;
    o->text[o->n] = 0;
}

/* One conversion of printf; *at moves over its argument. */
static void convert(struct kp_warp *w, const struct kp_insn *i, unsigned lane, const char *spec,
                    uint64_t *at, struct out *o)
{
    size_t n = strlen(spec);
    char kind = spec[n - 1], text[256] = "", format[32];
    bool wide =
        strchr(spec, 'l') || strchr(spec, 'z') || strchr(spec, 'j') || strchr("pseEfFgGaA", kind);
    unsigned bytes = wide ? 8 : 4;
    const uint8_t *p;
    uint64_t v = 0;
    double x;

    *at = (*at + bytes - 1) / bytes * bytes;
    p = kp_access(w, i, lane, SPACE_GENERIC, *at, bytes, WHAT_READ, NULL);
    if (p)
        memcpy(&v, p, bytes);
    *at += bytes;
    /* the length modifiers are ours: every integer is printed as long long */
    snprintf(format, sizeof format, "%.*s", (int)strcspn(spec, "hlLqjzt"), spec);
    if (strpbrk(spec, "hlLqjzt") == NULL)
        format[n - 1] = 0;
    if (kind == 's') {
        read_string(w, i, lane, v, text, sizeof text);
        put(o, text);
        return;
    }
    if (strchr("eEfFgGaA", kind)) {
        memcpy(&x, &v, sizeof x);
        snprintf(format + strlen(format), 4, "%c", kind);
        snprintf(text, sizeof text, format, x);
    } else if (strchr("di", kind)) {
        snprintf(format + strlen(format), 4, "lld");
        snprintf(text, sizeof text, format, wide ? (long long)v : (long long)(int32_t)v);
    } else if (strchr("uxXoc", kind)) {
        snprintf(format + strlen(format), 4, kind == 'c' ? "c" : "ll%c", kind);
        if (kind == 'c')
            snprintf(text, sizeof text, "%c", (int)v);
        else
            snprintf(text, sizeof text, format, (unsigned long long)v);
    } else {
        snprintf(text, sizeof text, "%#llx", (unsigned long long)v);
    }
    put(o, text);
}

static unsigned print(struct kp_warp *w, const struct kp_insn *i, unsigned lane)
{
    char format[512], spec[24];
    uint64_t at = argument(w, i, lane, 1);
    struct out o = {.n = 0};
    struct kp_simt_shared *s = w->block->machine->shared;
    unsigned count = 0;
    uint32_t to;

    read_string(w, i, lane, argument(w, i, lane, 0), format, sizeof format);
    for (const char *p = format; *p;) {
        size_t n = *p == '%' ? 1 + strspn(p + 1, "-+ #0123456789.hlLqjzt") + 1 : 1;
        if (*p == '%' && p[1] == '%') {
            put(&o, "%");
            p += 2;
        } else if (*p == '%' && n < sizeof spec - 4 && p[n - 1]) {
            snprintf(spec, sizeof spec, "%.*s", (int)n, p);
            convert(w, i, lane, spec, &at, &o);
            count++;
            p += n;
        } else {
            char c[2] = {*p++, 0};
            put(&o, c);
        }
    }
    to = __atomic_fetch_add(&s->n_output, (uint32_t)o.n, __ATOMIC_RELAXED);
    if (to + o.n <= OUTPUT_SIZE)
        memcpy(s->output + to, o.text, o.n);
    else
        __atomic_fetch_sub(&s->n_output, (uint32_t)o.n, __ATOMIC_RELAXED);
    return count;
}

static void assertion(struct kp_warp *w, const struct kp_insn *i, unsigned lane)
{
    char text[160], expr[120];

    read_string(w, i, lane, argument(w, i, lane, 0), expr, sizeof expr);
    snprintf(text, sizeof text, "\"%s\" failed", expr);
    kp_alarm_text(w, i, lane, KP_ALARM_ASSERT, text);
    kp_stop_run(w->block->machine, "assertion %s in block (%u,%u,%u)", text, w->block->id[0],
                w->block->id[1], w->block->id[2]);
    w->block->aborted = true;
    w->stop = true;
}

void kp_host_call(struct kp_warp *w, const struct kp_insn *i, unsigned lane)
{
    if (kp_streq(i->more->text, "__assertfail")) {
        assertion(w, i, lane);
    } else {
        uint32_t n = print(w, i, lane);
        if (i->more->e)
            memcpy(w->local + (size_t)lane * w->block->program->local_size + i->more->e, &n,
                   sizeof n);
    }
}
