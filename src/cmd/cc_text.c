/* The rewritten text of a source, as `kpipe cc` compiles it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/includes.h"
#include "cc/join.h"
#include "cc/note.h"
#include "cmd/cc.h"
#include "front/front.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "report/report.h"
#include "report/utf8.h"
#include "texts/texts.h"
#include "util/guard.h"
#include "util/subprocess.h"

void kp_cc_say_as_it_is(struct kp_arena *a, const char *path, const char *why)
{
    fprintf(stderr, "kpipe: note: %s: compiled as it is: %s\n", kp_printable(a, path),
            kp_printable(a, why));
}

/* The line of a pipelined loop of that file; 0: it is none, or another file's. */
static uint32_t line_in(const struct kp_unit *u, const struct kp_loop *l, const char *file)
{
    const char *path;
    uint32_t line = kp_user_line(&u->source, l->line, &path);

    return kp_is_pipelined(l) && kp_streq(path, file) ? line : 0;
}

/* The message that the file's loops are pipelined. */
static const char *name_loops(struct kp_arena *a, const struct kp_unit *u, const char *file)
{
    struct kp_str lines = kp_str_new(a);
    size_t n = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        if (line_in(u, u->loops.v[i], file))
            kp_str_addf(&lines, "%s%u", n++ ? ", " : "", line_in(u, u->loops.v[i], file));
    if (!n)
        return "";
    return kp_sprintf(a, "kpipe: note: %s: pipelined the %s of line%s %s%s%s\n",
                      kp_printable(a, file), n > 1 ? "loops" : "loop", n > 1 ? "s" : "",
                      kp_str_text(&lines), kp_streq(file, u->source.path) ? "" : ", for ",
                      kp_streq(file, u->source.path) ? "" : kp_printable(a, u->source.path));
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
        struct kp_cc_entry e = {.kernel = l->function->name, .version = KP_VERSION};
        const struct kp_lock_entry *locked;

        if (!kp_is_pipelined(l))
            continue;
        e.line = kp_user_line(&u->source, l->line, &e.file);
        e.plan = plan_of(a, u, l);
        locked = lock->lock ? kp_locked_entry(u, l, lock) : NULL;
        e.proof = locked ? locked->proof : "-";
        kp_push(a, &entries, e);
    }
    return kp_cc_note_text(a, &entries);
}

/* ---- the texts --------------------------------------------------------------------------------
 */

struct work {
    struct kp_settings *settings;
    const struct kp_locked *lock;
    const struct kp_cc_graph *graph;
    const struct kp_cc_joined *joined; /* NULL: only the source is read */
    bool relocatable;
    int to; /* the texts and messages, each pair behind a line with its file's number and sizes */
};

/* Ends of the child; 2 is that of an error that ended it. */
enum outcome { REWRITTEN, UNCHANGED, FAILED = 3 };

static enum outcome fail(const struct work *w, const char *why)
{
    kp_cc_say_as_it_is(w->settings->arena, w->graph->files.v[0]->name, why);
    return FAILED;
}

/* One of the files' texts as it is compiled: in another folder, with the user's line numbers. */
static enum outcome finish_one(const struct work *w, const struct kp_unit *u, size_t file,
                               struct kp_cc_text ours, const char *note)
{
    struct kp_arena *a = w->settings->arena;
    const struct kp_cc_file *f = w->graph->files.v[file];
    struct kp_cc_text user = {f->text.text + f->bom, f->text.size - f->bom};
    const char *why, *head, *said = "";
    struct kp_cc_loops loops = {0};

    for (size_t i = 0; i < u->loops.n; i++) {
        uint32_t line = line_in(u, u->loops.v[i], f->name);
        struct kp_cc_loop l = {line, line + (u->loops.v[i]->end_line - u->loops.v[i]->line)};

        if (line)
            kp_push(a, &loops, l);
    }
    if (!kp_cc_place(a, f->name, f->full ? f->full : f->folder, ours, &ours, &why))
        return fail(w, why);
    ours = kp_cc_number(a, f->name, user, ours, &loops);
    if (!w->settings->quiet && !w->settings->verbose)
        said = name_loops(a, u, f->name);
    head = kp_sprintf(a, "%zu %zu %zu\n", file, ours.size + strlen(note), strlen(said));
    return kp_write_all(w->to, head, strlen(head)) && kp_write_all(w->to, ours.text, ours.size) &&
                   kp_write_all(w->to, note, strlen(note)) &&
                   kp_write_all(w->to, said, strlen(said))
               ? REWRITTEN
               : fail(w, "no memory for the rewritten file");
}

static enum outcome finish(const struct work *w, struct kp_unit *u)
{
    struct kp_arena *a = w->settings->arena;
    struct kp_cc_text ours = {u->output, u->output_size};
    struct kp_cc_cuts cuts = {0};
    enum outcome result = REWRITTEN;
    const char *why = NULL;

    if (w->joined && !kp_cc_cut(a, w->joined, ours, kp_cc_named, &cuts, &why))
        return fail(w, why);
    if (!w->joined)
        kp_push(a, &cuts, ((struct kp_cc_cut){0, ours}));
    cuts.v[0].text.text += u->source.bom;
    cuts.v[0].text.size -= u->source.bom;
    for (size_t i = 0; i < cuts.n && result == REWRITTEN; i++)
        result = finish_one(w, u, cuts.v[i].file, cuts.v[i].text, i ? "" : note_of(a, u, w->lock));
    return result;
}

/* ---- headers ----------------------------------------------------------------------------------
 */

static bool is_joined(const struct kp_cc_graph *g, const char *real)
{
    for (size_t i = 1; i < g->files.n; i++)
        if (g->files.v[i]->is_joined && kp_streq(g->files.v[i]->real, real))
            return true;
    return false;
}

/* True if the text defines the name of the file's guard more than once. */
static bool is_guarded_otherwise(const struct kp_unit *u, const struct kp_cc_file *f)
{
    struct kp_span name = f->guard.name;
    size_t n = 0;

    for (size_t i = 0; f->is_joined && name.end && i < u->parse.macros.n; i++)
        n += strlen(u->parse.macros.v[i]) == name.end - name.begin &&
             !memcmp(u->parse.macros.v[i], f->text.text + name.begin, name.end - name.begin);
    return n > 1;
}

/* True if what is joined was read in another way, too, or a guard hides it. */
static bool is_seen_otherwise(const struct work *w, const struct kp_unit *u)
{
    bool found = false;

    for (size_t i = 0; i < u->parse.reads.n && !found; i++) {
        char *real = realpath(u->parse.reads.v[i], NULL);

        found = !real || is_joined(w->graph, real);
        free(real);
    }
    for (size_t i = 1; i < w->graph->files.n && !found; i++)
        found = is_guarded_otherwise(u, w->graph->files.v[i]);
    return found;
}

/* A function that a linker may take from another object, where its text is not this one: there, a
 * shared array of the same name may have another size. */
static bool is_shared_by_objects(const struct work *w, const struct kp_unit *u,
                                 const struct kp_loop *l)
{
    const char *path;

    kp_user_line(&u->source, l->line, &path);
    return w->relocatable && kp_is_rewritten(l) && !l->function->is_internal &&
           !kp_streq(path, u->source.path);
}

static struct kp_unit *leave_shared(const struct work *w, struct kp_unit *u)
{
    struct kp_request *requests = kp_new_array(u->arena, struct kp_request, u->loops.n + 1);
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        requests[i] = kp_request_of(u->options, i);
        if (!is_shared_by_objects(w, u, u->loops.v[i]))
            continue;
        requests[i].leave = "other objects may have the function, too, and share its arrays";
        any = true;
    }
    return any ? kp_pipeline_again(u->arena, u, requests) : u;
}

static void name_users(const struct work *w, struct kp_unit *u)
{
    u->source.users = w->joined ? w->joined->lines.v : NULL;
    u->source.n_users = w->joined ? w->joined->lines.n : 0;
}

static enum outcome check(const struct work *w, const struct kp_unit *u)
{
    if (u->error || u->self_check_failed)
        return fail(w, u->error ? u->error : "the analysis failed");
    for (size_t i = 0; w->joined && i < u->loops.n; i++)
        if (is_shared_by_objects(w, u, u->loops.v[i]))
            return fail(w, "other objects may have functions of its headers, too");
    if (w->joined && kp_has_changed(u) && is_seen_otherwise(w, u))
        return fail(w, "its headers may be included in another way, too");
    return kp_has_changed(u) ? REWRITTEN : UNCHANGED;
}

/* ---- the child --------------------------------------------------------------------------------
 */

static enum outcome rewrite(const struct work *w, const struct kp_rules *rules)
{
    struct kp_settings *s = w->settings;
    struct kp_unit *u = kp_unit_new(&s->options, kp_rules_of(s, rules));
    struct kp_talk talk = kp_talk_of(s);
    const struct kp_cc_text *text = w->joined ? &w->joined->text : NULL;
    enum outcome result;
    bool ok = kp_run_passes_on(s, u, w->graph->files.v[0]->name, text ? text->text : NULL,
                               text ? text->size : 0, KP_PASS_EMIT);

    name_users(w, u);
    if (ok && (w->lock->lock || s->locked_only))
        u = kp_apply_lock(s, u, w->lock);
    name_users(w, u);
    if (ok && !u->error && w->joined)
        u = leave_shared(w, u);
    if (ok)
        u = kp_read_back_in_time(u);
    name_users(w, u);
    result = check(w, u);
    if (result == FAILED)
        return FAILED;
    if (s->verbose)
        kp_report_text(u, &talk);
    return result == REWRITTEN ? finish(w, u) : UNCHANGED;
}

static const char *what_ended(struct kp_arena *a, pid_t pid, int status)
{
    if (pid < 0)
        return "no process for its analysis";
    if (WIFSIGNALED(status))
        return kp_sprintf(a, "kpipe itself was ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) != REWRITTEN && WEXITSTATUS(status) != UNCHANGED &&
        WEXITSTATUS(status) != FAILED)
        return "its analysis ended with an error";
    return NULL;
}

static bool read_products(struct kp_arena *a, const struct kp_cc_graph *g, int from,
                          struct kp_cc_products *to)
{
    size_t n = 0, file, size, said;
    const char *all = lseek(from, 0, SEEK_SET) == 0 ? kp_read_all(a, from, &n) : NULL, *at = all;

    while (all && at < all + n) {
        const struct kp_cc_file *f;
        char *end;

        file = strtoul(at, &end, 10);
        size = strtoul(end, &end, 10);
        said = strtoul(end, &end, 10);
        f = g->files.v[file];
        kp_push(
            a, to,
            ((struct kp_cc_product){.path = f->name,
                                    .name = kp_cc_named(a, g, file),
                                    .names = {.to = f->name, .full = f->full, .folder = f->folder},
                                    .text = {kp_strndup(a, end + 1, size), size},
                                    .said = kp_strndup(a, end + 1 + size, said)}));
        at = end + 1 + size + said;
    }
    return to->n > 0;
}

void kp_cc_rewritten(struct kp_settings *s, const struct kp_rules *rules,
                     const struct kp_locked *lock, const struct kp_cc_graph *g, bool joined,
                     bool relocatable, struct kp_cc_products *to)
{
    struct kp_cc_joined all = {0};
    struct work w = {.settings = s,
                     .lock = lock,
                     .graph = g,
                     .joined = joined ? &all : NULL,
                     .relocatable = relocatable,
                     .to = kp_memory_file("", 0)};
    const char *why;
    int status = 0;
    pid_t pid;

    if (joined)
        kp_cc_join(s->arena, g, &all);
    fflush(NULL);
    pid = w.to < 0 ? -1 : kp_guard_fork(false);
    if (!pid) {
        enum outcome result;

        kp_limit_memory();
        result = rewrite(&w, rules);
        fflush(NULL);
        _exit((int)result);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0)
        kp_guard_reaped(pid);
    why = what_ended(s->arena, pid, status);
    if (!why && WEXITSTATUS(status) == REWRITTEN && !read_products(s->arena, g, w.to, to))
        why = "no memory for the rewritten file";
    if (why)
        kp_cc_say_as_it_is(s->arena, g->files.v[0]->name, why);
    if (w.to >= 0)
        close(w.to);
}
