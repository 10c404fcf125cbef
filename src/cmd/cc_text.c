/* The rewritten text of a source, as `kpipe cc` compiles it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/includes.h"
#include "cc/note.h"
#include "cmd/cc.h"
#include "front/front.h"
#include "report/report.h"
#include "report/utf8.h"
#include "util/guard.h"
#include "util/subprocess.h"

void kp_cc_say_as_it_is(struct kp_arena *a, const char *path, const char *why)
{
    fprintf(stderr, "kpipe: note: %s: compiled as it is: %s\n", kp_printable(a, path),
            kp_printable(a, why));
}

static void say_loops(struct kp_arena *a, const struct kp_unit *u)
{
    struct kp_str lines = kp_str_new(a);
    size_t n = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_pipelined(u->loops.v[i]))
            kp_str_addf(&lines, "%s%u", n++ ? ", " : "", u->loops.v[i]->line);
    fprintf(stderr, "kpipe: note: %s: pipelined the %s of line%s %s\n",
            kp_printable(a, u->source.path), n > 1 ? "loops" : "loop", n > 1 ? "s" : "",
            kp_str_text(&lines));
}

/* ---- the note ---------------------------------------------------------------------------------
 */

/* "cp-async for As, Bs; 2 stages, split shape, sm_86" */
static const char *plan_of(struct kp_arena *a, const struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_str s = kp_str_new(a);

    for (enum kp_variant v = KP_VARIANT_CP_ASYNC; v <= KP_VARIANT_SINGLE; v++) {
        size_t n = 0;

        for (size_t i = 0; i < l->tiles.n; i++)
            if (l->tiles.v[i]->variant == v)
                kp_str_addf(&s, "%s%s", n++ ? ", " : kp_sprintf(a, "%s for ", kp_variant_name(v)),
                            l->tiles.v[i]->sym->name);
        kp_str_add(&s, n ? "; " : "");
    }
    if (l->plan.stages > 1)
        kp_str_addf(&s, "%d stages, ", l->plan.stages);
    else
        kp_str_add(&s, "one buffer, ");
    kp_str_addf(&s, "%s shape, %s", kp_shape_name(l->plan.shape), u->options->arch);
    return kp_str_text(&s);
}

static const char *note_of(struct kp_arena *a, struct kp_unit *u, const struct kp_locked *lock)
{
    struct kp_cc_entries entries = {0};

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_cc_entry e = {.kernel = l->function->name,
                                .file = u->source.path,
                                .line = l->line,
                                .version = KP_VERSION};
        const struct kp_lock_entry *locked;

        if (!kp_is_pipelined(l))
            continue;
        e.plan = plan_of(a, u, l);
        locked = lock->lock ? kp_locked_entry(u, l, lock) : NULL;
        e.proof = locked ? locked->proof : "-";
        kp_push(a, &entries, e);
    }
    return kp_cc_note_text(a, &entries);
}

/* ---- the text ---------------------------------------------------------------------------------
 */

/* Ends of the child; 2 is that of an error that ended it. */
enum outcome { REWRITTEN, UNCHANGED, FAILED = 3 };

/* The output as it is compiled: in another folder, with the user's line numbers. */
static enum outcome finish(struct kp_arena *a, struct kp_unit *u, const struct kp_locked *lock,
                           const char *folder, int to)
{
    uint32_t bom = u->source.bom;
    struct kp_cc_text user = {u->source.text + bom, u->source.size - bom};
    struct kp_cc_text ours = {u->output + bom, u->output_size - bom};
    struct kp_cc_loops loops = {0};
    const char *why, *note;

    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_pipelined(u->loops.v[i])) {
            struct kp_cc_loop l = {u->loops.v[i]->line, u->loops.v[i]->end_line};

            kp_push(a, &loops, l);
        }
    if (!kp_cc_place(a, u->source.path, folder, ours, &ours, &why)) {
        kp_cc_say_as_it_is(a, u->source.path, why);
        return FAILED;
    }
    ours = kp_cc_number(a, u->source.path, user, ours, &loops);
    note = note_of(a, u, lock);
    if (kp_write_all(to, ours.text, ours.size) && kp_write_all(to, note, strlen(note)))
        return REWRITTEN;
    kp_cc_say_as_it_is(a, u->source.path, "no memory for the rewritten file");
    return FAILED;
}

static enum outcome rewrite(struct kp_settings *s, const struct kp_rules *rules,
                            const struct kp_locked *lock, const char *path, const char *folder,
                            int to)
{
    struct kp_unit *u = kp_unit_new(&s->options, kp_rules_of(s, rules));
    struct kp_talk talk = kp_talk_of(s);
    enum outcome result = UNCHANGED;

    if (kp_run_passes(s, u, path, KP_PASS_EMIT) && (lock->lock || s->locked_only))
        u = kp_apply_lock(s, u, lock);
    if (u->error || u->self_check_failed) {
        kp_cc_say_as_it_is(s->arena, path, u->error ? u->error : "the analysis failed");
        return FAILED;
    }
    if (s->verbose)
        kp_report_text(u, &talk);
    if (kp_has_changed(u))
        result = finish(s->arena, u, lock, folder, to);
    if (result == REWRITTEN && !s->quiet && !s->verbose)
        say_loops(s->arena, u);
    return result;
}

struct kp_cc_text kp_cc_rewritten(struct kp_settings *s, const struct kp_rules *rules,
                                  const struct kp_locked *lock, const char *path,
                                  const char *folder)
{
    struct kp_cc_text text = {NULL, 0};
    int to = kp_memory_file("", 0), status = 0;
    pid_t pid;

    fflush(NULL);
    pid = to < 0 ? -1 : kp_guard_fork(false);
    if (!pid) {
        enum outcome result;

        kp_limit_memory();
        result = rewrite(s, rules, lock, path, folder, to);

        fflush(NULL);
        _exit((int)result);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0)
        kp_guard_reaped(pid);
    if (pid < 0)
        kp_cc_say_as_it_is(s->arena, path, "no process for its analysis");
    else if (WIFSIGNALED(status))
        kp_cc_say_as_it_is(
            s->arena, path,
            kp_sprintf(s->arena, "kpipe itself was ended by signal %d", WTERMSIG(status)));
    else if (WEXITSTATUS(status) != REWRITTEN && WEXITSTATUS(status) != UNCHANGED &&
             WEXITSTATUS(status) != FAILED)
        kp_cc_say_as_it_is(s->arena, path, "its analysis ended with an error");
    else if (WEXITSTATUS(status) == REWRITTEN &&
             (lseek(to, 0, SEEK_SET) != 0 || !(text.text = kp_read_all(s->arena, to, &text.size))))
        kp_cc_say_as_it_is(s->arena, path, "no memory for the rewritten file");
    if (to >= 0)
        close(to);
    return text;
}
