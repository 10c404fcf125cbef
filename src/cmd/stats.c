#define _GNU_SOURCE
#include "cmd/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/compiled.h"
#include "cmd/config.h"
#include "cmd/remember.h"
#include "model/refuse.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "util/subprocess.h"
#include "util/system.h"

/* Of one file; more loops than that are counted, but not named. */
enum { MOST_LOOPS = 64, NAME_SIZE = 48, MOST_MISSING = 8 };

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
    uint32_t n_loops, n_missing;
    struct loop_record loops[MOST_LOOPS];
    char missing[MOST_MISSING][NAME_SIZE];
};

struct census {
    struct kp_settings *settings;
    const struct kp_rules *rules;
    struct file_record *records;
};

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

static void record_missing(struct file_record *to, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.missing.n && to->n_missing < MOST_MISSING; i++)
        snprintf(to->missing[to->n_missing++], NAME_SIZE, "%s", u->parse.missing.v[i].name);
}

static bool take_kept(struct file_record *to, const struct kp_kept *k)
{
    if (k->data_size != sizeof *to)
        return false;
    memcpy(to, k->data, sizeof *to);
    return true;
}

static int count_one(size_t i, void *context)
{
    struct census *c = context;
    struct kp_settings *s = c->settings;
    struct file_record *to = &c->records[i];
    const char *path = s->operands.v[i];
    struct kp_remembered memory;
    struct kp_kept kept = {.said = ""};
    struct kp_unit *u;

    kp_limit_memory();
    u = kp_unit_for(s, c->rules, path);
    if (u &&
        kp_recall(s, u->options, path, kp_sprintf(s->arena, "stats %d", s->options.worth), &memory,
                  &kept) &&
        take_kept(to, &kept)) {
        kp_progress_step();
        return 0;
    }
    if (u && kp_run_passes(s, u, path, KP_PASS_EMIT)) {
        record(to, u);
        record_missing(to, u);
    } else {
        to->failed = true;
    }
    to->done = true;
    if (!to->failed)
        kp_remember(&memory, u,
                    &(struct kp_kept){.said = "", .data = (char *)to, .data_size = sizeof *to});
    if (to->failed && u && s->verbose)
        kp_complain("%s", kp_printable(s->arena, u->error));
    kp_unit_free(u);
    kp_progress_step();
    return 0;
}

static int crashed(size_t i, int signal, void *context)
{
    struct census *c = context;

    c->records[i].failed = true;
    fprintf(stderr, "kpipe: warning: %s: kpipe itself was ended by signal %d\n",
            kp_printable(c->settings->arena, c->settings->operands.v[i]), signal);
    kp_progress_step();
    return 0;
}

/* ---- the table ------------------------------------------------------------------------------ */

struct reason {
    enum kp_code code;
    size_t loops, sole; /* sole: nothing else stands in the way */
    const char *file;   /* the first such loop */
    uint32_t line;
};

struct header {
    const char *name;
    size_t files;
};

enum { MOST_HEADERS = 1000 };

struct totals {
    size_t files, failed, with_loops, loops, outcome[KP_REFUSED + 1];
    struct reason reasons[KP_CODE_COUNT];
    struct header headers[MOST_HEADERS]; /* those that most files miss first */
    size_t n_headers, missing;           /* missing: files that do not find one */
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

static void add_missing(struct totals *t, const struct file_record *f)
{
    t->missing += f->n_missing > 0;
    for (uint32_t k = 0; k < f->n_missing; k++) {
        size_t i = 0;

        while (i < t->n_headers && !kp_streq(t->headers[i].name, f->missing[k]))
            i++;
        if (i == MOST_HEADERS)
            continue;
        t->n_headers += i == t->n_headers;
        t->headers[i].name = f->missing[k];
        t->headers[i].files++;
    }
}

static int by_files(const void *a, const void *b)
{
    const struct header *x = a, *y = b;

    if (x->files != y->files)
        return x->files < y->files ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void sum_up(const struct census *c, struct totals *t)
{
    for (size_t i = 0; i < c->settings->operands.n; i++) {
        const struct file_record *f = &c->records[i];

        t->files++;
        t->failed += f->failed || !f->done;
        t->with_loops += f->n_loops > 0;
        add_missing(t, f);
        for (uint32_t k = 0; k < f->n_loops; k++)
            add_loop(t, c->settings->operands.v[i], &f->loops[k]);
    }
    qsort(t->reasons, KP_CODE_COUNT, sizeof *t->reasons, by_gain);
    qsort(t->headers, t->n_headers, sizeof *t->headers, by_files);
}

static void print_loops(const struct census *c)
{
    for (size_t i = 0; i < c->settings->operands.n; i++)
        for (uint32_t k = 0; k < c->records[i].n_loops; k++) {
            const struct loop_record *l = &c->records[i].loops[k];

            if (l->outcome == KP_REWRITTEN || l->outcome == KP_SINGLE)
                printf("  %s:%u: %s%s\n",
                       kp_printable(c->settings->arena, c->settings->operands.v[i]), l->line,
                       l->name, l->outcome == KP_SINGLE ? " (one buffer)" : "");
        }
}

/* The first thing to mend: with them, other loops may be seen. */
static void print_missing(const struct census *c, const struct totals *t)
{
    enum { SHOWN = 5 };

    if (!t->missing)
        return;
    printf("%zu files do not find a header:", t->missing);
    for (size_t i = 0; i < t->n_headers && i < SHOWN; i++)
        printf("%s %s (%zu)", i ? "," : "", kp_printable(c->settings->arena, t->headers[i].name),
               t->headers[i].files);
    printf("%s; `kpipe check FILE` says where they lie\n", t->n_headers > SHOWN ? ", ..." : "");
}

static void print_table(const struct census *c, const struct totals *t)
{
    printf("%zu files, %zu of them with K-loops, %zu that could not be read\n", t->files,
           t->with_loops, t->failed);
    printf(
        "%zu loops that fill a tile: %zu can be pipelined, %zu with one buffer, %zu are refused\n",
        t->loops, t->outcome[KP_REWRITTEN], t->outcome[KP_SINGLE], t->outcome[KP_REFUSED]);
    print_missing(c, t);
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
        printf("* the only reason; `kpipe explain CODE` says what would help\n");
}

static json_t *loop_list(const struct census *c)
{
    json_t *list = json_array();

    for (size_t i = 0; i < c->settings->operands.n; i++)
        for (uint32_t k = 0; k < c->records[i].n_loops; k++) {
            const struct loop_record *l = &c->records[i].loops[k];
            json_t *o = json_object();

            json_object_set_new(o, "file",
                                kp_json_text(c->settings->arena, c->settings->operands.v[i]));
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

static json_t *guessed_folders(const struct census *c)
{
    struct kp_guessed all = {0};
    json_t *to = json_object();

    kp_count_guesses(c->settings, &all);
    for (size_t i = 0; i < all.n; i++)
        json_object_set_new(to, kp_printable(c->settings->arena, all.v[i].folder),
                            json_integer((json_int_t)all.v[i].files));
    return to;
}

static void print_json(const struct census *c, const struct totals *t)
{
    json_t *root = json_object(), *missing = json_object();

    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "files", json_integer((json_int_t)t->files));
    json_object_set_new(root, "failed", json_integer((json_int_t)t->failed));
    for (size_t i = 0; i < t->n_headers; i++)
        json_object_set_new(missing, kp_printable(c->settings->arena, t->headers[i].name),
                            json_integer((json_int_t)t->headers[i].files));
    json_object_set_new(root, "missing_headers", missing);
    json_object_set_new(root, "guessed_folders", guessed_folders(c));
    json_object_set_new(root, "loops", loop_list(c));
    fputs(kp_json_line(c->settings->arena, root), stdout);
}

/* ---- all of it ------------------------------------------------------------------------------ */

int kp_check_stats(struct kp_settings *s, const struct kp_rules *rules, size_t jobs)
{
    struct census c = {.settings = s, .rules = rules};
    struct totals *t = kp_new(s->arena, struct totals);

    c.records = kp_map_shared(s->operands.n * sizeof *c.records);
    if (!c.records)
        return kp_complain("no memory for %zu files", s->operands.n);
    kp_find_origins(s);
    kp_progress_begin(s->operands.n);
    kp_spread(s->arena, s->operands.n, jobs, count_one, crashed, &c);
    kp_progress_clear();
    sum_up(&c, t);
    if (s->json)
        print_json(&c, t);
    else
        print_table(&c, t);
    return t->outcome[KP_REWRITTEN] + t->outcome[KP_SINGLE] ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
}
