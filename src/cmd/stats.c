#define _GNU_SOURCE
#include "cmd/stats.h"

#include <fts.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/config.h"
#include "model/refuse.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "util/subprocess.h"
#include "util/system.h"

/* Of one file; more loops than that are counted, but not named. */
enum { MOST_LOOPS = 64, NAME_SIZE = 48, SECONDS = 60 };

struct loop_record {
    uint32_t line;
    enum kp_outcome outcome;
    enum kp_code code; /* decisive */
    bool sole;         /* nothing else is against the loop */
    char name[NAME_SIZE];
};

/* In memory that all processes share. */
struct file_record {
    bool done, failed;
    uint32_t n_loops;
    struct loop_record loops[MOST_LOOPS];
};

struct census {
    struct kp_settings *settings;
    const struct kp_rules *rules;
    KP_VEC(const char *) files;
    struct file_record *records;
    atomic_size_t *finished; /* shared, too */
    int terminal;            /* where progress is shown; -1: nowhere */
};

/* ---- finding files -------------------------------------------------------------------------- */

static bool is_source(const char *path)
{
    return kp_ends_with(path, ".cu") || kp_ends_with(path, ".cuh");
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool add_files(struct census *c, const char *path)
{
    char *roots[] = {(char *)(uintptr_t)path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    bool ok = walk != NULL;

    for (FTSENT *e; walk && (e = fts_read(walk));) {
        if (e->fts_level == 0 && (e->fts_info == FTS_NS || e->fts_info == FTS_DNR)) {
            kp_complain("%s: %s", path, strerror(e->fts_errno));
            ok = false;
        } else if (e->fts_info == FTS_D && e->fts_level > 0 && e->fts_name[0] == '.') {
            fts_set(walk, e, FTS_SKIP);
        } else if (e->fts_info == FTS_F && (e->fts_level == 0 || is_source(e->fts_path))) {
            kp_push(c->settings->arena, &c->files, kp_strdup(c->settings->arena, e->fts_path));
        }
    }
    if (walk)
        fts_close(walk);
    return ok;
}

/* ---- one file, in a process of its own ------------------------------------------------------ */

static void record(struct file_record *to, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        const struct kp_refusal *r = kp_decisive(l);
        struct loop_record *x = &to->loops[to->n_loops];

        if (kp_is_noise(l) || to->n_loops == MOST_LOOPS)
            continue;
        *x = (struct loop_record){.line = l->line, .outcome = l->outcome};
        snprintf(x->name, sizeof x->name, "%s", l->function->name);
        if (l->outcome == KP_REFUSED && r) {
            x->code = r->code;
            x->sole = l->refusals.n == 1;
        }
        to->n_loops++;
    }
}

static void show_progress(const struct census *c)
{
    size_t n = atomic_fetch_add(c->finished, 1) + 1;

    if (c->terminal >= 0)
        dprintf(c->terminal, "\r\033[K%zu of %zu files", n, c->files.n);
}

static int count_one(size_t i, void *context)
{
    struct census *c = context;
    struct kp_unit *u = kp_unit_for(c->settings, c->rules, c->files.v[i]);

    alarm(SECONDS);
    if (u && kp_run_passes(c->settings, u, c->files.v[i], KP_PASS_EMIT))
        record(&c->records[i], u);
    else
        c->records[i].failed = true;
    c->records[i].done = true;
    if (c->records[i].failed && u && c->settings->verbose)
        kp_complain("%s", kp_printable(c->settings->arena, u->error));
    kp_unit_free(u);
    show_progress(c);
    return 0;
}

static int crashed(size_t i, int signal, void *context)
{
    struct census *c = context;

    c->records[i].failed = true;
    if (signal == SIGALRM)
        fprintf(stderr, "kpipe: warning: %s: takes more than %d seconds: left out\n",
                kp_printable(c->settings->arena, c->files.v[i]), SECONDS);
    else
        fprintf(stderr, "kpipe: warning: %s: kpipe itself was ended by signal %d\n",
                kp_printable(c->settings->arena, c->files.v[i]), signal);
    show_progress(c);
    return 0;
}

/* ---- the table ------------------------------------------------------------------------------ */

struct reason {
    enum kp_code code;
    size_t loops, sole; /* sole: nothing else stands in the way */
    const char *file;   /* the first such loop */
    uint32_t line;
};

struct totals {
    size_t files, failed, with_loops, loops, outcome[KP_REFUSED + 1];
    struct reason reasons[KP_CODE_COUNT];
};

static void add_loop(struct totals *t, const char *file, const struct loop_record *l)
{
    struct reason *r = &t->reasons[l->code];

    t->loops++;
    t->outcome[l->outcome]++;
    if (l->outcome != KP_REFUSED)
        return;
    if (!r->loops || (l->sole && !r->sole)) {
        r->file = file;
        r->line = l->line;
    }
    r->code = l->code;
    r->loops++;
    r->sole += l->sole;
}

static int by_gain(const void *a, const void *b)
{
    const struct reason *x = a, *y = b;

    if (x->sole != y->sole)
        return x->sole < y->sole ? 1 : -1;
    return x->loops < y->loops ? 1 : x->loops > y->loops ? -1 : 0;
}

static void sum_up(const struct census *c, struct totals *t)
{
    for (size_t i = 0; i < c->files.n; i++) {
        const struct file_record *f = &c->records[i];

        t->files++;
        t->failed += f->failed || !f->done;
        t->with_loops += f->n_loops > 0;
        for (uint32_t k = 0; k < f->n_loops; k++)
            add_loop(t, c->files.v[i], &f->loops[k]);
    }
    qsort(t->reasons, KP_CODE_COUNT, sizeof *t->reasons, by_gain);
}

static void print_loops(const struct census *c)
{
    for (size_t i = 0; i < c->files.n; i++)
        for (uint32_t k = 0; k < c->records[i].n_loops; k++) {
            const struct loop_record *l = &c->records[i].loops[k];

            if (l->outcome == KP_REWRITTEN || l->outcome == KP_SINGLE)
                printf("  %s:%u: %s%s\n", kp_printable(c->settings->arena, c->files.v[i]), l->line,
                       l->name, l->outcome == KP_SINGLE ? " (one buffer)" : "");
        }
}

static void print_table(const struct census *c, const struct totals *t)
{
    printf("%zu files, %zu of them with K-loops, %zu that could not be read\n", t->files,
           t->with_loops, t->failed);
    printf(
        "%zu loops that fill a tile: %zu can be pipelined, %zu with one buffer, %zu are refused\n",
        t->loops, t->outcome[KP_REWRITTEN], t->outcome[KP_SINGLE], t->outcome[KP_REFUSED]);
    if (t->outcome[KP_REWRITTEN] + t->outcome[KP_SINGLE]) {
        printf("\ncan be pipelined:\n");
        print_loops(c);
    }
    if (t->outcome[KP_REFUSED])
        printf("\nrefused   loops  alone*  reason\n");
    for (size_t i = 0; i < KP_CODE_COUNT && t->reasons[i].loops; i++) {
        const struct reason *r = &t->reasons[i];

        printf("%-8s %6zu %7zu  %s, as in %s:%u\n", kp_diag(r->code)->code, r->loops, r->sole,
               kp_diag(r->code)->slug, kp_printable(c->settings->arena, r->file), r->line);
    }
    if (t->outcome[KP_REFUSED])
        printf("* nothing else stands in the way; `kpipe explain CODE` says what would help\n");
}

static json_t *loop_list(const struct census *c)
{
    json_t *list = json_array();

    for (size_t i = 0; i < c->files.n; i++)
        for (uint32_t k = 0; k < c->records[i].n_loops; k++) {
            const struct loop_record *l = &c->records[i].loops[k];
            json_t *o = json_object();

            json_object_set_new(o, "file", kp_json_text(c->settings->arena, c->files.v[i]));
            json_object_set_new(o, "line", json_integer(l->line));
            json_object_set_new(o, "kernel", kp_json_text(c->settings->arena, l->name));
            json_object_set_new(o, "outcome", json_string(kp_outcome_name(l->outcome)));
            json_object_set_new(o, "code",
                                l->code ? json_string(kp_diag(l->code)->code) : json_null());
            json_object_set_new(o, "alone", json_boolean(l->sole));
            json_array_append_new(list, o);
        }
    return list;
}

static void print_json(const struct census *c, const struct totals *t)
{
    json_t *root = json_object();

    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "files", json_integer((json_int_t)t->files));
    json_object_set_new(root, "failed", json_integer((json_int_t)t->failed));
    json_object_set_new(root, "loops", loop_list(c));
    fputs(kp_json_line(c->settings->arena, root), stdout);
}

/* ---- all of it ------------------------------------------------------------------------------ */

int kp_check_stats(struct kp_settings *s, const struct kp_rules *rules, size_t jobs)
{
    struct census c = {.settings = s, .rules = rules, .terminal = -1};
    struct totals *t = kp_new(s->arena, struct totals);

    for (size_t i = 0; i < s->operands.n; i++)
        if (!add_files(&c, s->operands.v[i]))
            return KP_EXIT_ERROR;
    if (!c.files.n)
        return kp_complain("no .cu or .cuh file there");
    c.records = kp_map_shared(c.files.n * sizeof *c.records);
    c.finished = kp_map_shared(sizeof *c.finished);
    if (!c.records || !c.finished)
        return kp_complain("no memory for %zu files", c.files.n);
    if (isatty(STDERR_FILENO))
        c.terminal = dup(STDERR_FILENO);
    kp_spread(s->arena, c.files.n, jobs, count_one, crashed, &c);
    if (c.terminal >= 0)
        dprintf(c.terminal, "\r\033[K");
    sum_up(&c, t);
    if (s->json)
        print_json(&c, t);
    else
        print_table(&c, t);
    return t->outcome[KP_REWRITTEN] + t->outcome[KP_SINGLE] ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
}
