/* `kpipe lock`: is kpipe.lock what the sources are, and made so that it is. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/compiled.h"
#include "cmd/config.h"
#include "cmd/locked.h"
#include "cmd/proof.h"
#include "cmd/walk.h"
#include "report/utf8.h"

/* A source as it is planned for an architecture, with the lock's plans. */
struct planned {
    struct kp_settings settings; /* the source's own */
    struct kp_unit *unit;        /* NULL: it cannot be read, which was said */
    struct kp_locked lock;
};

/* With --update, a plan that is asked for wins over the one that is there. */
static bool asks_for_plan(const struct kp_settings *s)
{
    static const char *const options[] = {"variant",    "stages", "shape",
                                          "min-blocks", "unroll", "no-widen"};

    for (size_t i = 0; i < s->given.n; i++)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (kp_streq(s->given.v[i], options[k]))
                return s->update;
    return false;
}

static bool plan_source(struct kp_settings *s, const char *path, const char *arch,
                        struct planned *to)
{
    const struct kp_rules *rules;

    *to = (struct planned){.settings = *s};
    if (!kp_use_config(&to->settings, path) || !kp_find_lock(&to->settings, path, &to->lock) ||
        !(rules = kp_load_rules(&to->settings)))
        return false;
    if (arch) {
        to->settings.options.arch = arch;
        to->settings.arch_given = true;
    }
    kp_settle_arch(&to->settings, rules);
    if (!kp_knows_arch(&to->settings, rules))
        return false;
    kp_take_case_blocks(&to->settings);
    to->unit = kp_unit_new(&to->settings.options, rules);
    if (kp_run_passes(&to->settings, to->unit, path, KP_PASS_EMIT)) {
        if (to->lock.lock && !asks_for_plan(s))
            to->unit = kp_apply_lock(&to->settings, to->unit, &to->lock);
        if (!to->unit->error && !to->unit->self_check_failed)
            return true;
    }
    kp_report_failure(&to->settings, to->unit);
    kp_unit_free(to->unit);
    return false;
}

/* ---- --check ----------------------------------------------------------------------------------
 */

static void say(const struct planned *p, const struct kp_loop *l, const char *what)
{
    struct kp_arena *a = p->settings.arena;

    if (p->settings.quiet)
        return;
    printf("%s:%u: '%s' (%s): %s\n", kp_printable(a, p->unit->source.path), l->line,
           kp_printable(a, l->function->name), p->unit->options->arch, what);
}

/* How many of the source's loops are not as the lock says. */
static size_t check_loops(const struct planned *p)
{
    size_t bad = 0;

    for (size_t i = 0; i < p->unit->loops.n; i++) {
        const struct kp_loop *l = p->unit->loops.v[i];
        const struct kp_lock_entry *e, *any;
        const char *what = NULL;

        if (!kp_is_pipelined(l))
            continue;
        e = p->lock.lock ? kp_locked_entry(p->unit, l, &p->lock) : NULL;
        any = p->lock.lock && p->lock.file
                  ? kp_lock_find(p->lock.lock, p->lock.file, l->function->name,
                                 kp_lock_number(p->unit, l), p->unit->options->arch, NULL)
                  : NULL;
        if (!any)
            what = "no entry";
        else if (!e)
            what = "stale: the kernel, what it rests on, or kpipe has changed";
        else if (kp_streq(e->proof, "-"))
            what = "no proof";
        if (what)
            say(p, l, what);
        bad += what != NULL;
    }
    return bad;
}

/* True if it is left alone, as the entry says. */
static bool is_left(const struct planned *p, const struct kp_lock_entry *e)
{
    return kp_streq(e->plan, KP_LOCK_LEAVE) &&
           kp_streq(e->key, kp_lock_key(p->unit, e->kernel, NULL));
}

/* Entries whose loops are no more. */
static size_t check_entries(const struct planned *p)
{
    size_t bad = 0;

    for (size_t i = 0; p->lock.lock && i < p->lock.lock->entries.n; i++) {
        const struct kp_lock_entry *e = &p->lock.lock->entries.v[i];
        bool is_there = false;

        if (!kp_streq(e->file, p->lock.file) || !kp_streq(e->arch, p->unit->options->arch) ||
            is_left(p, e))
            continue;
        for (size_t k = 0; k < p->unit->loops.n; k++)
            is_there |= kp_is_pipelined(p->unit->loops.v[k]) &&
                        kp_streq(p->unit->loops.v[k]->function->name, e->kernel) &&
                        kp_lock_number(p->unit, p->unit->loops.v[k]) == e->loop;
        if (!is_there && !p->settings.quiet)
            printf("%s: '%s' (%s): loop %u is not pipelined any more\n",
                   kp_printable(p->settings.arena, p->unit->source.path),
                   kp_printable(p->settings.arena, e->kernel), e->arch, e->loop);
        bad += !is_there;
    }
    return bad;
}

/* The architectures that the lock has entries of the file for; none: the settings' own. */
static struct kp_texts archs_of(struct kp_arena *a, const struct kp_locked *l)
{
    struct kp_texts archs = {0};

    for (size_t i = 0; l->lock && i < l->lock->entries.n; i++)
        if (kp_streq(l->lock->entries.v[i].file, l->file))
            kp_add_text(a, &archs, l->lock->entries.v[i].arch);
    if (!archs.n)
        kp_push(a, &archs, NULL);
    return archs;
}

static int check_file(struct kp_settings *s, const char *path)
{
    struct kp_locked lock;
    struct kp_texts archs;
    int result = KP_EXIT_DONE;

    if (!kp_find_lock(s, path, &lock))
        return KP_EXIT_ERROR;
    archs = archs_of(s->arena, &lock);
    for (size_t i = 0; i < archs.n; i++) {
        struct planned p;

        if (!plan_source(s, path, s->arch_given ? NULL : archs.v[i], &p))
            return KP_EXIT_ERROR;
        if (check_loops(&p) + check_entries(&p))
            result = KP_EXIT_FINDINGS;
        kp_unit_free(p.unit);
        if (s->arch_given)
            break;
    }
    return result;
}

/* ---- --update ---------------------------------------------------------------------------------
 */

static int update_file(struct kp_settings *s, const char *path)
{
    struct planned p;
    int result = KP_EXIT_ERROR;

    if (!plan_source(s, path, NULL, &p))
        return KP_EXIT_ERROR;
    if (kp_begin_lock(s->arena, path, &p.lock)) {
        result = s->verify ? kp_prove_rewrite(&p.settings, p.unit) : KP_EXIT_DONE;
        if (result == KP_EXIT_DONE) {
            kp_put_loops(&p.settings, p.unit, &p.lock, NULL, NULL);
            result = kp_write_lock(s->arena, &p.lock);
        }
    }
    kp_unit_free(p.unit);
    return result;
}

/* ---- the command ------------------------------------------------------------------------------
 */

/* All files of the nearest lock, where none is named. */
static bool take_operands(struct kp_settings *s)
{
    struct kp_locked lock;
    bool is_here;

    if (s->operands.n || !kp_find_lock(s, "-", &lock))
        return s->operands.n != 0;
    is_here = kp_streq(lock.path, KP_LOCK_NAME);
    for (size_t i = 0; lock.lock && i < lock.lock->entries.n; i++)
        kp_add_text(s->arena, &s->operands,
                    is_here
                        ? lock.lock->entries.v[i].file
                        : kp_sprintf(s->arena, "%s/%s", lock.folder, lock.lock->entries.v[i].file));
    if (!lock.lock)
        kp_complain("no file, and no " KP_LOCK_NAME " here or above; see `kpipe lock --help`");
    return lock.lock != NULL;
}

static int lock(struct kp_settings *s)
{
    int worst = KP_EXIT_DONE;
    bool folders;

    if (s->update && s->check)
        return kp_complain("--update and --check exclude each other");
    if (s->verify && !s->update)
        return kp_complain("--verify is for --update");
    if (!take_operands(s) || !kp_find_sources(s, &folders))
        return KP_EXIT_ERROR;
    for (size_t i = 0; i < s->operands.n; i++) {
        int result = s->update ? update_file(s, s->operands.v[i]) : check_file(s, s->operands.v[i]);

        worst = result > worst ? result : worst;
    }
    return worst;
}

const struct kp_command kp_command_lock = {
    .name = "lock",
    .id = KP_CMD_LOCK,
    .usage =
        "lock [--check | --update [--verify]] [options] [FILE|FOLDER...] [-- compiler arguments]",
    .summary = "keep plans and proofs in kpipe.lock, and check that they still fit",
    .details =
        "\n"
        "kpipe.lock has a line for each pipelined loop: a hash of the kernel and of what it\n"
        "depends on, the plan, its proof and its gain. `kpipe cc` applies the plans whose hashes\n"
        "match. --check reports entries that are stale, missing or not proven; without FILE, for\n"
        "all files of the nearest kpipe.lock. --update writes the entries of the files.\n",
    .examples =
        "  kpipe lock --update --verify src/gemm.cu     plan, prove, write kpipe.lock\n"
        "  kpipe lock --update --stages 3 src/gemm.cu   with another plan\n"
        "  kpipe lock --check                           for CI: 1 when something does not fit\n",
    .run = lock,
};
