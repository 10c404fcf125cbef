#include "report/missing.h"
#include "report/report.h"

#include <string.h>

#include "front/front.h"
#include "model/clones.h"
#include "model/refuse.h"
#include "plan/plan.h"
#include "report/utf8.h"

enum { WINDOW = 160 }; /* bytes of a source line that are shown */

static const char *const colours[] = {
    [KP_NOTE] = "\033[1;36m",
    [KP_REMARK] = "\033[1;34m",
    [KP_WARNING] = "\033[1;35m",
    [KP_ERROR] = "\033[1;31m",
};

/* ---- one message --------------------------------------------------------------------------- */

struct where {
    const struct kp_file *file;
    struct kp_span span;
};

/* Everything that a line of talk needs to know. */
struct speaker {
    struct kp_arena *arena;
    const struct kp_talk *talk;
};

static const char *paint(const struct speaker *s, const char *colour)
{
    return s->talk->colour ? colour : "";
}

static void say_path(const struct speaker *s, const char *path, uint32_t line, uint32_t column)
{
    fprintf(s->talk->to, "%s%s:", paint(s, "\033[1m"), kp_printable(s->arena, path));
    if (line)
        fprintf(s->talk->to, "%u:%u:", line, column);
    fprintf(s->talk->to, "%s ", paint(s, "\033[0m"));
}

static void say_text(const struct speaker *s, enum kp_severity severity, const char *text,
                     const char *code)
{
    fprintf(s->talk->to, "%s%s:%s %s%s%s%s%s%s\n", paint(s, colours[severity]),
            kp_severity_name(severity), paint(s, "\033[0m"),
            paint(s, severity == KP_NOTE ? "" : "\033[1m"), kp_printable(s->arena, text),
            code ? " [" : "", code ? code : "", code ? "]" : "", paint(s, "\033[0m"));
}

/* The source line and `^~~~` under the span's part of it. */
static void say_caret(const struct speaker *s, const struct where *w)
{
    uint32_t line = kp_line_of(w->file, w->span.begin);
    const char *text, *at, *stop, *end;
    struct kp_str marks = kp_str_new(s->arena), shown = kp_str_new(s->arena);

    if (!w->file->text)
        return;
    text = w->file->text + w->file->line_start[line - 1];
    at = w->file->text + w->span.begin;
    end = text + strcspn(text, "\r\n");
    stop = w->file->text + (w->span.end > w->span.begin ? w->span.end : w->span.begin + 1);
    if (at - text > WINDOW / 2)
        text = at - WINDOW / 2;
    if (line == 1 && w->file->bom && text == w->file->text)
        text += w->file->bom;
    if (end - text > WINDOW)
        end = text + WINDOW;
    for (const char *p = text; p < end;) {
        unsigned n = kp_utf8_length(p);

        if (n == 0 || (unsigned char)*p < ' ' || *p == 0x7f)
            kp_str_addc(&shown, *p == '\t' ? ' ' : '?');
        else
            kp_str_addn(&shown, p, n);
        kp_str_addc(&marks, p == at ? '^' : p > at && p < stop ? '~' : ' ');
        p += n ? n : 1;
    }
    if (at == end) /* something is missing here */
        kp_str_addc(&marks, '^');
    while (marks.n && marks.s[marks.n - 1] == ' ')
        marks.s[--marks.n] = '\0';
    fprintf(s->talk->to, "%s\n%s%s%s\n", kp_str_text(&shown), paint(s, "\033[1;32m"),
            kp_str_text(&marks), paint(s, "\033[0m"));
}

static void say(const struct speaker *s, const struct where *w, enum kp_severity severity,
                const char *text, const char *code, bool caret)
{
    const char *path;
    uint32_t line = kp_user_line(w->file, kp_line_of(w->file, w->span.begin), &path);

    say_path(s, path, line, kp_column_of(w->file, w->span.begin));
    say_text(s, severity, text, code);
    if (caret)
        say_caret(s, w);
}

/* ---- a loop ---------------------------------------------------------------------------------- */

static struct where loop_place(const struct kp_unit *u, const struct kp_loop *loop)
{
    uint32_t begin = loop->node->span.begin;

    return (struct where){kp_place_file(u, loop->node->file), {begin, begin + 1}};
}

static void say_places(const struct speaker *s, const struct kp_unit *u, struct where first,
                       const struct kp_finding *f)
{
    const struct kp_diag_row *row = kp_diag(f->code);

    say(s, &first, row->severity,
        f->function ? kp_sprintf(s->arena, "'%s': %s", f->function, f->text) : f->text, row->code,
        true);
    for (size_t i = 1; i < f->n_places; i++) {
        struct where other = {kp_place_file(u, f->places[i].file), f->places[i].span};

        say(s, &other, KP_NOTE, f->places[i].text ? f->places[i].text : "here", NULL, true);
    }
    if (f->remedy)
        say(s, &first, KP_NOTE, f->remedy, NULL, false);
}

void kp_report_finding(const struct kp_unit *u, const struct kp_talk *t, const struct kp_finding *f)
{
    struct speaker s = {u->arena, t};
    struct where w = {kp_place_file(u, f->places[0].file), f->places[0].span};

    if (t->quiet)
        return;
    say_places(&s, u, w, f);
}

static void say_refusal(const struct speaker *s, const struct kp_unit *u,
                        const struct kp_loop *loop, const struct kp_refusal *r)
{
    struct kp_finding f = {.code = r->code,
                           .function = loop->function->name,
                           .text = r->reason,
                           .remedy = kp_refusal_hint(r),
                           .places = r->places.v,
                           .n_places = r->places.n};
    struct where w = loop_place(u, loop);

    if (r->places.n)
        w = (struct where){kp_place_file(u, r->places.v[0].file), r->places.v[0].span};
    say_places(s, u, w, &f);
}

/* "As, Bs" of the tiles that have this variant. */
static const char *tiles_with(struct kp_arena *a, const struct kp_loop *loop,
                              enum kp_variant variant)
{
    struct kp_str names = kp_str_new(a);

    for (size_t i = 0; i < loop->tiles.n; i++)
        for (size_t n = 0; n < loop->tiles.v[i]->names.n; n++)
            if (loop->tiles.v[i]->variant == variant)
                kp_str_addf(&names, "%s%s", names.n ? ", " : "", loop->tiles.v[i]->names.v[n]);
    return kp_str_text(&names);
}

/* Why registers do it where cp.async was asked for; NULL: it was not, or does it. */
static const char *why_no_async(const struct kp_unit *u, const struct kp_loop *loop)
{
    static const char registers[] = "staging registers: ";

    for (size_t i = 0; u->options->variant == KP_VARIANT_CP_ASYNC && i < loop->tiles.n; i++) {
        const struct kp_tile *t = loop->tiles.v[i];

        if (t->variant == KP_VARIANT_LDG && t->variant_why &&
            kp_starts_with(t->variant_why, registers))
            return t->variant_why + strlen(registers);
    }
    return NULL;
}

static bool has_staged_dynamic_tile(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->storage == KP_STORE_DYNAMIC &&
            l->tiles.v[i]->variant != KP_VARIANT_SINGLE)
            return true;
    return false;
}

static void add_budget(struct kp_str *out, const struct kp_loop *l, const char *arch)
{
    const struct kp_plan *plan = &l->plan;
    const struct kp_budget *b = &plan->budget;
    int64_t before = b->static_before, after = b->static_after;
    const char *kind;

    if (before < 0 || after < 0)
        return;
    if (b->dynamic_before < 0 && has_staged_dynamic_tile(l)) {
        if (l->is_dead_behind)
            kp_str_addf(out, "; dynamic shared memory as the launch requests, at least %lld bytes",
                        (long long)l->stage_bytes * plan->stages);
        else if (l->stage_bytes)
            kp_str_addf(out, "; dynamic shared memory %lld bytes more than the launch requests",
                        (long long)l->stage_bytes * (plan->stages - 1));
        else
            kp_str_addf(out, "; dynamic shared memory %d times what the launch requests",
                        plan->stages);
        return;
    }
    before += b->dynamic_before > 0 ? b->dynamic_before : 0;
    after += b->dynamic_after > 0 ? b->dynamic_after : 0;
    kind = b->dynamic_before < 0 ? "static shared memory" : "shared memory";
    if (b->dynamic_before < 0 && !before && !after)
        return; /* what the launches ask for is not known, and stays */
    if (before == after)
        kp_str_addf(out, "; %s stays %lld bytes", kind, (long long)before);
    else
        kp_str_addf(out, "; %s %lld -> %lld bytes", kind, (long long)before, (long long)after);
    if (b->blocks_before > 0 && b->blocks_after > 0 && !plan->built.known)
        kp_str_addf(out, ", blocks per SM %d -> %d (%s)", b->blocks_before, b->blocks_after, arch);
}

static void add_built(struct kp_str *out, const struct kp_built *b, const char *arch)
{
    if (!b->known)
        return;
    kp_str_addf(out, "; registers %d -> %d", b->registers_before, b->registers_after);
    if (b->spills_before || b->spills_after)
        kp_str_addf(out, ", spills %d -> %d bytes", b->spills_before, b->spills_after);
    kp_str_addf(out, ", blocks per SM %d -> %d (%s", b->blocks_before, b->blocks_after, arch);
    kp_str_add(out, b->threads_assumed ? kp_sprintf(out->arena, ", %d threads assumed)", b->threads)
                                       : ")");
    if (b->time > 0)
        kp_str_addf(out, ", predicted time x%.2f", b->time);
}

const char *kp_success_text(const struct kp_unit *u, bool check, const struct kp_loop *loop)
{
    static const struct {
        enum kp_variant variant;
        const char *what;
    } kinds[] = {{KP_VARIANT_CP_ASYNC, "cp.async"},
                 {KP_VARIANT_LDG, "staging registers"},
                 {KP_VARIANT_SINGLE, "single-buffer prefetch"}};
    static const char *const verbs[] = {
        [KP_ABLATION_NONE] = "pipelined",
        [KP_ABLATION_COMPUTE] = "compute alone, NOT the kernel",
        [KP_ABLATION_LOAD] = "load alone, NOT the kernel",
    };
    struct kp_str out = kp_str_new(u->arena);
    const char *separator = "";

    kp_str_addf(&out, "%s, ", check ? "can be pipelined" : verbs[u->options->ablation]);
    if (loop->outcome == KP_REWRITTEN)
        kp_str_addf(&out, "%d stages, %s shape: ", loop->plan.stages,
                    kp_shape_name(loop->plan.shape));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *names = tiles_with(u->arena, loop, kinds[i].variant);

        if (!*names)
            continue;
        kp_str_addf(&out, "%s%s for %s", separator, kinds[i].what, names);
        if (kinds[i].variant == KP_VARIANT_LDG && why_no_async(u, loop))
            kp_str_addf(&out, " (not cp.async: %s)", why_no_async(u, loop));
        separator = ", ";
    }
    if (loop->outcome == KP_SINGLE && loop->single_why.code == KP_CODE_KP503 &&
        loop->single_why.hint)
        kp_str_addf(&out, "; for several buffers %s", loop->single_why.hint);
    if (loop->merged)
        kp_str_addf(&out, "; %s", loop->merged);
    if (loop->plan.unstaged)
        kp_str_add(&out, "; the prefetch by hand replaced");
    if (loop->laid_out)
        kp_str_addf(&out, "; %s", loop->laid_out);
    if (loop->widened)
        kp_str_addf(&out, "; %s", loop->widened);
    if (loop->tests_rows)
        kp_str_add(&out,
                   "; where a run-time test finds whole warps in each row of a block, else as "
                   "written");
    else if (loop->tests_block)
        kp_str_add(&out,
                   "; where a run-time test finds a block whose threads fill the tile, else as "
                   "written");
    else if (loop->tests_flat)
        kp_str_add(&out, "; where a run-time test finds one thread along an axis of the block, "
                         "else as written");
    else if (loop->tests_padded)
        kp_str_add(&out, "; where a run-time test finds that all threads make as many iterations, "
                         "else as written");
    else if (loop->tests.n || loop->clear.n)
        kp_str_add(&out, "; where a run-time test finds no overlap of memory, else as written");
    if (loop->plan.batch)
        kp_str_addf(&out, "; compute loads %d iterations at a time", loop->plan.batch);
    if (loop->plan.threads)
        kp_str_addf(&out, "; registers for copies by %d threads", loop->plan.threads);
    if (loop->plan.unroll)
        kp_str_addf(&out, "; main loop unrolled by %d", loop->plan.stages);
    if (loop->plan.min_blocks)
        kp_str_addf(&out, "; __launch_bounds__ requests %d blocks per SM", loop->plan.min_blocks);
    if (loop->plan.bounded.n)
        kp_str_addf(&out, "; __launch_bounds__(%d) keeps the registers that its blocks have",
                    KP_MOST_THREADS);
    add_budget(&out, loop, u->options->arch);
    add_built(&out, &loop->plan.built, u->options->arch);
    if (check && loop->plan.gain > 0)
        kp_str_addf(&out, "; predicted gain %.0f%%", 100 * (loop->plan.gain - 1));
    else if (check && loop->plan.is_open)
        kp_str_add(&out, "; gain not predicted: a loop in it runs an unknown number of times");
    if (u->derived && kp_is_clone(u->derived, loop->function))
        kp_str_add(&out, "; as " KP_CLONES
                         "::, for the launches in this file (the kernel stays for others)");
    return kp_str_text(&out);
}

static void say_refusals(const struct speaker *s, const struct kp_unit *u,
                         const struct kp_loop *loop)
{
    size_t shown = s->talk->verbose ? loop->refusals.n : 1;

    for (size_t i = 0; i < shown; i++)
        say_refusal(s, u, loop, &loop->refusals.v[i]);
}

static void say_words(const struct speaker *s, const struct where *w, const struct kp_loop *loop)
{
    for (size_t i = 0; i < loop->words.n; i++)
        say(s, w, KP_NOTE,
            kp_sprintf(s->arena, "assumed because of %s: %s", loop->words.v[i].said,
                       loop->words.v[i].text),
            NULL, false);
}

static void say_unsampled(const struct speaker *s, const struct where *w,
                          const struct kp_loop *loop)
{
    if (s->talk->verbose && loop->unsampled)
        say(s, w, KP_NOTE,
            kp_sprintf(s->arena, "the output was not executed on small sizes: %s", loop->unsampled),
            NULL, false);
}

static void say_loop(const struct speaker *s, const struct kp_unit *u, const struct kp_loop *loop)
{
    struct where w = loop_place(u, loop);

    if (kp_is_pipelined(loop)) {
        say(s, &w, KP_REMARK,
            kp_sprintf(s->arena, "'%s': %s", loop->function->name,
                       kp_success_text(u, s->talk->check, loop)),
            NULL, true);
        say_words(s, &w, loop);
        say_unsampled(s, &w, loop);
    } else if (loop->refusals.n)
        say_refusals(s, u, loop);
    else
        say(s, &w, KP_REMARK,
            kp_sprintf(s->arena, "'%s': %s", loop->function->name,
                       loop->widened ? loop->widened : "left alone"),
            NULL, true);
    if (loop->merge_why.code)
        say_refusal(s, u, loop, &loop->merge_why);
    if (loop->layout_why.code)
        say_refusal(s, u, loop, &loop->layout_why);
    if (s->talk->explain && loop->outcome != KP_UNCHANGED)
        kp_explain_plan(s->talk->to, u->derived ? u->derived : u, loop);
}

static void say_parse(const struct speaker *s, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.errors.n; i++) {
        const struct kp_parse_error *e = &u->parse.errors.v[i];
        struct where w = {kp_place_file(u, (uint16_t)e->file), {e->offset, e->offset}};

        say(s, &w, KP_NOTE, kp_sprintf(s->arena, "the parser says: %s", e->text), NULL, false);
    }
    for (size_t i = 0; i < u->parse.guessed.n; i++) {
        say_path(s, u->source.path, 0, 0);
        say_text(s, KP_NOTE,
                 kp_sprintf(s->arena, "'%s' is not defined: assumed to be an unknown number",
                            u->parse.guessed.v[i]),
                 NULL);
    }
}

static bool any_left_alone(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->refusals.n && kp_decisive(u->loops.v[i])->code == KP_CODE_KP112)
            return true;
    return false;
}

/* Is it a header that is not found, which may be the system's, or what the C++ library would
 * declare where the system's headers were not looked for? No kernel needed them. */
static bool is_of_system(const struct kp_unit *u, const struct kp_parse_error *e)
{
    return kp_ends_with(e->text, "file not found") ||
           (u->parse.way != KP_WAY_WHOLE && strstr(e->text, "'std'"));
}

/* The first error of the program's own; NULL: none. */
static const struct kp_parse_error *first_error(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.errors.n; i++)
        if (!is_of_system(u, &u->parse.errors.v[i]))
            return &u->parse.errors.v[i];
    return NULL;
}

static void say_first_error(const struct speaker *s, const struct kp_unit *u)
{
    const struct kp_parse_error *e = first_error(u);
    struct where w;

    if (!e)
        return;
    w = (struct where){kp_place_file(u, (uint16_t)e->file), {e->offset, e->offset}};
    say(s, &w, KP_WARNING, kp_sprintf(s->arena, "this does not parse: %s", e->text), NULL, true);
}

/* What is to be said of errors, all of which are shown if there are no more than `shown`. */
static const char *errors_found(const struct kp_unit *u, size_t shown)
{
    size_t n = u->parse.errors.n;
    const char *more = n <= shown ? ""
                       : shown    ? ", -v shows all"
                       : n == 1   ? ", -v shows it"
                                  : ", -v shows them";

    return n ? kp_sprintf(u->arena, "; the parser found %zu error%s in the file%s", n,
                          n == 1 ? "" : "s", more)
             : "";
}

/* Where nothing was found, it may be because not all of the file could be read. */
static const char *nothing_found(const struct kp_unit *u, bool verbose)
{
    const char *what = u->options->kernel || u->options->line ? "that was asked for" : "here";
    const struct kp_parse_error *first = first_error(u);

    if (u->options->width == KP_WIDTH_ONLY)
        for (size_t i = 0; i < u->loops.n; i++)
            if (u->loops.v[i]->tiles.n)
                return kp_sprintf(u->arena, "no copy %s can be made wider", what);
    if (any_left_alone(u))
        return kp_sprintf(u->arena,
                          "each loop %s that fills a shared tile is left alone, as a comment asks; "
                          "-v shows the comment",
                          what);
    if (!u->parse.root->first && !u->parse.errors.n)
        return "no kernel and no device function here: nothing to pipeline";
    return kp_sprintf(u->arena, "no loop %s fills a shared tile: nothing to pipeline%s", what,
                      verbose || (!first && !u->parse.missing.n) ? ""
                                                                 : errors_found(u, first ? 1 : 0));
}

static const char *where_missing(const struct kp_unit *u, const struct kp_missing *m)
{
    const char *folder = kp_missing_folder(u, m),
               *pattern = folder ? NULL : kp_missing_pattern(u, m);

    if (folder)
        return kp_sprintf(u->arena,
                          "a file of that name is in %s: pass -I %s, or put `* = -I%s` under "
                          "[flags] in a .kpipe.ini here",
                          folder, folder, folder);
    if (pattern)
        return kp_sprintf(u->arena,
                          "the build makes it from %s: pass -I with the folder in which it lies "
                          "after a build, or -p with that of a compile_commands.json",
                          pattern);
    return "the project has no such file: give its folder by -I or -isystem, or under [flags] in a "
           ".kpipe.ini";
}

/* Why much may be unknown: the first thing to mend. */
void kp_report_missing(const struct kp_unit *u, const struct kp_talk *t)
{
    enum { MOST = 3 };
    struct speaker speaker = {u->arena, t}, *s = &speaker;

    if (t->quiet)
        return;
    for (size_t i = 0; i < u->parse.missing.n && (i < MOST || t->verbose); i++) {
        const struct kp_missing *m = &u->parse.missing.v[i];

        say_path(s, m->path, m->line, m->column);
        say_text(s, KP_WARNING, kp_sprintf(s->arena, "header '%s' is not found", m->name), NULL);
        say_path(s, m->path, m->line, m->column);
        say_text(s, KP_NOTE, where_missing(u, m), NULL);
    }
    if (u->parse.missing.n > MOST && !t->verbose) {
        say_path(s, u->source.path, 0, 0);
        say_text(s, KP_NOTE,
                 kp_sprintf(s->arena, "%zu more headers are not found; -v names them",
                            u->parse.missing.n - MOST),
                 NULL);
    }
}

void kp_report_text(const struct kp_unit *u, const struct kp_talk *t)
{
    struct speaker s = {u->arena, t};
    size_t said = 0;

    if (t->quiet)
        return;
    kp_report_missing(u, t);
    if (t->verbose)
        say_parse(&s, u);
    for (size_t i = 0; i < u->loops.n; i++) {
        if (kp_is_noise(u->loops.v[i]) && !t->verbose)
            continue;
        if (!u->loops.v[i]->is_muted)
            say_loop(&s, u, u->loops.v[i]);
        said++;
    }
    if (said || t->is_new || (t->check && !u->parse.errors.n && !t->verbose))
        return;
    if (!t->verbose)
        say_first_error(&s, u);
    say_path(&s, u->source.path, 0, 0);
    say_text(&s, KP_REMARK, nothing_found(u, t->verbose), NULL);
}
