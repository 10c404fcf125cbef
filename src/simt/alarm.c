/* Alarms: noted by instruction while running, told by source line afterwards. */
#include "simt/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/str.h"

enum { SLOTS = 2048 };

const char *kp_simt_kind_name(enum kp_simt_kind kind)
{
    static const char *const names[] = {
        "race",
        "read before the copy has landed",
        "write to the target of a copy in flight",
        "copy still in flight at exit",
        "uninitialised shared read",
        "uninitialised global read",
        "out of bounds",
        "misaligned",
        "write to a const buffer",
        "conflict between blocks",
        "divergent barrier",
        "deadlock",
        "misused mbarrier",
        "read-only load of what the launch writes",
        "assertion",
        "trap",
        "race of equal values",
    };

    return kind < KP_ALARM_COUNT ? names[kind] : "?";
}

void kp_alarms_start(struct kp_simt_machine *m)
{
    m->alarms = kp_new_array(m->arena, struct kp_raw_alarm, MAX_ALARMS);
    m->alarm_slots = kp_new_array(m->arena, uint16_t, SLOTS);
    m->n_alarms = 0;
}

static bool same(const struct kp_raw_alarm *a, const struct kp_raw_alarm *b)
{
    return a->kind == b->kind && a->insn[0] == b->insn[0] && a->insn[1] == b->insn[1];
}

static void note(struct kp_simt_machine *m, const struct kp_raw_alarm *a)
{
    unsigned h = (a->kind * 31u + a->insn[0] * 2654435761u + a->insn[1] * 40503u) % SLOTS;

    for (; m->alarm_slots[h]; h = (h + 1) % SLOTS) {
        struct kp_raw_alarm *known = &m->alarms[m->alarm_slots[h] - 1];
        if (same(known, a)) {
            known->count++;
            return;
        }
    }
    if (m->n_alarms == MAX_ALARMS)
        return;
    m->alarms[m->n_alarms++] = *a;
    m->alarm_slots[h] = (uint16_t)m->n_alarms;
}

void kp_alarm_pair(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                   enum kp_simt_kind kind, enum kp_what what, uint64_t address, uint32_t width,
                   uint32_t earlier_insn, uint32_t earlier_thread, enum kp_what earlier_what,
                   uint32_t other_block)
{
    struct kp_raw_alarm a = {
        .kind = kind,
        .insn = {earlier_insn, insn_index(w, i)},
        .thread = {earlier_thread, w->index * LANES + lane},
        .what = {(uint8_t)earlier_what, (uint8_t)what},
        .block = w->block->number,
        .other_block = other_block,
        .address = address,
        .width = width,
        .count = 1,
    };

    note(w->block->machine, &a);
}

void kp_alarm(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum kp_simt_kind kind,
              enum kp_what what, uint64_t address, uint32_t width)
{
    kp_alarm_pair(w, i, lane, kind, what, address, width, UINT32_MAX, UINT32_MAX, WHAT_OTHER,
                  w->block->number);
}

void kp_alarm_text(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                   enum kp_simt_kind kind, const char *text)
{
    struct kp_raw_alarm a = {
        .kind = kind,
        .insn = {UINT32_MAX, insn_index(w, i)},
        .thread = {UINT32_MAX, w->index * LANES + lane},
        .what = {WHAT_OTHER, WHAT_OTHER},
        .block = w->block->number,
        .other_block = w->block->number,
        .count = 1,
    };

    snprintf(a.text, sizeof a.text, "%s", text);
    note(w->block->machine, &a);
}

static void lock(struct kp_simt_shared *s)
{
    uint32_t free = 0;

    while (
        !__atomic_compare_exchange_n(&s->lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        free = 0;
}

static void unlock(struct kp_simt_shared *s)
{
    __atomic_store_n(&s->lock, 0, __ATOMIC_RELEASE);
}

void kp_alarms_publish(struct kp_simt_machine *m)
{
    struct kp_simt_shared *s = m->shared;

    lock(s);
    for (size_t k = 0; k < m->n_alarms; k++) {
        uint32_t at = 0;
        while (at < s->n_alarms && !same(&s->alarms[at], &m->alarms[k]))
            at++;
        if (at < s->n_alarms)
            s->alarms[at].count += m->alarms[k].count;
        else if (s->n_alarms < MAX_ALARMS)
            s->alarms[s->n_alarms++] = m->alarms[k];
    }
    unlock(s);
}

void kp_stop_run(struct kp_simt_machine *m, const char *fmt, ...)
{
    struct kp_simt_shared *s = m->shared;
    va_list ap;

    lock(s);
    if (!s->failed) {
        va_start(ap, fmt);
        vsnprintf(s->error, sizeof s->error, fmt, ap);
        va_end(ap);
    }
    s->failed = 1;
    unlock(s);
}

/* ---- telling ---- */

static const char *what_name(unsigned what)
{
    static const char *const names[] = {"read", "write", "cp.async", "atomic", "barrier", "at"};

    return what < sizeof names / sizeof *names ? names[what] : "at";
}

/* The array's own name: `_ZZ5sgemmPKfE2As` -> "As". */
static const char *array_name(const char *name)
{
    size_t n = strlen(name);

    for (size_t k = 2; k < n; k++) {
        size_t len = 0, p = k;
        if (name[k - 1] >= '0' && name[k - 1] <= '9')
            continue;
        while (p < n && name[p] >= '0' && name[p] <= '9')
            len = 10 * len + (size_t)(name[p++] - '0');
        if (p > k && p + len == n)
            return name + p;
    }
    return name;
}

static void place_object(const struct kp_simt_machine *m, const struct kp_raw_alarm *raw,
                         struct kp_simt_alarm *a)
{
    uint64_t window = raw->address & WINDOW_MASK, at = raw->address & ~WINDOW_MASK;

    a->offset = (int64_t)at;
    if (window == LOCAL_WINDOW || window == PARAM_WINDOW) {
        a->object = window == LOCAL_WINDOW ? "local memory" : "parameters";
        return;
    }
    if (window == SHARED_WINDOW) {
        a->object = "shared memory";
        a->is_shared = true;
        for (size_t k = 0; k < m->program->arrays.n; k++) {
            const struct kp_array *s = &m->program->arrays.v[k];
            if (at >= s->base && at < (uint64_t)s->base + s->size + 64) {
                a->object = array_name(s->name);
                a->offset = (int64_t)(at - s->base);
            }
        }
        return;
    }
    for (size_t k = 0; k < m->n_buffers; k++) {
        const struct kp_device_buffer *b = &m->buffers[k];
        if (at + 4096 >= b->base && at < b->base + b->size + 4096) {
            a->object = array_name(b->name);
            a->offset = (int64_t)(at - b->base);
            if (at >= b->base && at < b->base + b->size)
                return;
        }
    }
}

static void place(const struct kp_simt_machine *m, uint32_t insn, uint32_t thread, unsigned what,
                  struct kp_simt_place *p)
{
    const uint32_t *dim = m->launch->block;

    if (insn != UINT32_MAX)
        ptx_user_place(m->program->module, m->program->code.v[insn].loc, &p->file, &p->line);
    p->what = what_name(what);
    p->thread[0] = thread % dim[0];
    p->thread[1] = thread / dim[0] % dim[1];
    p->thread[2] = thread / dim[0] / dim[1];
}

static void block_id(const struct kp_simt_machine *m, uint32_t number, unsigned id[3])
{
    const uint32_t *grid = m->launch->grid;

    if (number == UINT32_MAX)
        number = 0;
    id[0] = number % grid[0];
    id[1] = number / grid[0] % grid[1];
    id[2] = number / grid[0] / grid[1];
}

/* Of the lanes that read the same place only one is noted by its number (shadow.c, trace.c); no
 * thread races with itself. */
static bool read_by_others(const struct kp_raw_alarm *raw)
{
    return raw->kind == KP_ALARM_RACE && raw->what[0] == WHAT_READ &&
           raw->thread[0] == raw->thread[1] && raw->block == raw->other_block;
}

static const char *file_of(const struct kp_simt_place *p)
{
    return p->file ? kp_file_name(p->file) : "?";
}

static void add_place(struct kp_str *s, const struct kp_simt_place *p)
{
    kp_str_addf(s, "%s %s:%u, thread (%u,%u,%u)%s", p->what, file_of(p), p->line, p->thread[0],
                p->thread[1], p->thread[2], p->others ? " and others of its warp" : "");
}

static const char *sentence(struct kp_arena *arena, const struct kp_raw_alarm *raw,
                            const struct kp_simt_alarm *a)
{
    struct kp_str s = kp_str_new(arena);

    kp_str_addf(&s, "%s: ", kp_simt_kind_name(a->kind));
    if (raw->text[0])
        kp_str_addf(&s, "%s; ", raw->text);
    if (a->n_places == 2) {
        add_place(&s, &a->place[0]);
        kp_str_add(&s, "; ");
    }
    add_place(&s, &a->place[a->n_places - 1]);
    kp_str_addf(&s, ", block (%u,%u,%u)", a->block[0], a->block[1], a->block[2]);
    if (a->kind == KP_ALARM_BLOCK_CONFLICT)
        kp_str_addf(&s, " and a %s of block (%u,%u,%u)", what_name(raw->what[0]), a->other_block[0],
                    a->other_block[1], a->other_block[2]);
    if (a->object)
        kp_str_addf(&s, ", %u bytes at %s%+lld", a->width, a->object, (long long)a->offset);
    return kp_str_text(&s);
}

static bool same_lines(const struct kp_simt_alarm *a, const struct kp_simt_alarm *b)
{
    if (a->kind != b->kind || a->n_places != b->n_places)
        return false;
    for (unsigned k = 0; k < a->n_places; k++)
        if (a->place[k].line != b->place[k].line || !kp_streq(a->place[k].file, b->place[k].file) ||
            !kp_streq(a->place[k].what, b->place[k].what))
            return false;
    return true;
}

void kp_alarms_report(struct kp_arena *arena, const struct kp_simt_machine *m,
                      struct kp_simt_report *r)
{
    struct kp_simt_alarm *list = kp_new_array(arena, struct kp_simt_alarm, m->shared->n_alarms + 1);
    size_t n = 0;

    for (uint32_t k = 0; k < m->shared->n_alarms; k++) {
        const struct kp_raw_alarm *raw = &m->shared->alarms[k];
        struct kp_simt_alarm a = {.kind = raw->kind, .width = raw->width, .count = raw->count};
        size_t at = 0;
        if (raw->insn[0] != UINT32_MAX)
            place(m, raw->insn[0], raw->thread[0], raw->what[0], &a.place[a.n_places++]);
        place(m, raw->insn[1], raw->thread[1], raw->what[1], &a.place[a.n_places++]);
        a.place[0].others = read_by_others(raw);
        block_id(m, raw->block, a.block);
        block_id(m, raw->other_block, a.other_block);
        a.note = raw->kind == KP_ALARM_SAME_VALUE;
        if (raw->width)
            place_object(m, raw, &a);
        while (at < n && !same_lines(&list[at], &a))
            at++;
        if (at < n) {
            list[at].count += a.count;
            continue;
        }
        a.text = sentence(arena, raw, &a);
        list[n++] = a;
        r->ok &= a.note;
    }
    r->alarms = list;
    r->n_alarms = n;
}
