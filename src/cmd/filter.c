#define _GNU_SOURCE
#include "cmd/filter.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/git.h"
#include "emit/diff.h"
#include "front/front.h"
#include "model/refuse.h"
#include "model/silence.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "rule/config.h"

struct kp_filter {
    bool has_baseline;
    struct kp_texts known; /* "path fingerprint", sorted */
    const char *home;      /* of the baseline */
};

/* ---- the baseline -----------------------------------------------------------------------------
 */

/* The file as a baseline in `home` names it. */
static const char *name_in(struct kp_arena *a, const char *home, const char *path)
{
    char *real = realpath(path, NULL);
    const char *name = real ? kp_below(real, home) : NULL;

    name = kp_utf8(a, name ? name : real ? real : path);
    free(real);
    return name;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool read_baseline(struct kp_settings *s, struct kp_filter *f)
{
    json_error_t e;
    json_t *root, *entry;
    size_t i;

    if (access(s->baseline, R_OK)) {
        kp_complain("%s: %s; --write-baseline makes one", s->baseline, strerror(errno));
        return false;
    }
    root = json_load_file(s->baseline, JSON_REJECT_DUPLICATES, &e);
    if (!root || json_integer_value(json_object_get(root, "version")) != 1 ||
        !json_is_array(json_object_get(root, "findings"))) {
        kp_complain("%s: %s; --write-baseline makes one", s->baseline,
                    root ? "not a baseline of kpipe" : e.text);
        json_decref(root);
        return false;
    }
    f->has_baseline = true;
    json_array_foreach(json_object_get(root, "findings"), i, entry)
    {
        const char *file = json_string_value(json_object_get(entry, "file")),
                   *print = json_string_value(json_object_get(entry, "fingerprint"));

        if (file && print)
            kp_push(s->arena, &f->known, kp_sprintf(s->arena, "%s %s", file, print));
    }
    json_decref(root);
    if (f->known.n)
        qsort(f->known.v, f->known.n, sizeof *f->known.v, by_text);
    return true;
}

static bool is_known(const struct kp_filter *f, const struct kp_unit *u, const char *print)
{
    const char *key;

    if (!f->has_baseline || !f->home || !f->known.n)
        return false;
    key = kp_sprintf(u->arena, "%s %s", name_in(u->arena, f->home, u->source.path), print);
    return bsearch(&key, f->known.v, f->known.n, sizeof key, by_text);
}

int kp_write_baseline(struct kp_settings *s, const char *lines)
{
    const char *home = kp_folder_of(s->arena, s->baseline), *end;
    json_t *root = json_object(), *list = json_array(), *row, *finding;
    size_t i, n;
    char *text;

    for (; *lines; lines = end + (*end == '\n')) {
        end = lines + strcspn(lines, "\n");
        row = json_loadb(lines, (size_t)(end - lines), 0, NULL);
        json_array_foreach(json_object_get(row, "findings"), i, finding)
        {
            json_t *o = json_object();

            json_object_set_new(
                o, "file",
                json_string(
                    name_in(s->arena, home, json_string_value(json_object_get(row, "file")))));
            json_object_set(o, "code", json_object_get(finding, "code"));
            json_object_set(o, "kernel", json_object_get(finding, "kernel"));
            json_object_set(o, "fingerprint", json_object_get(finding, "fingerprint"));
            json_array_append_new(list, o);
        }
        json_decref(row);
    }
    n = json_array_size(list);
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "findings", list);
    text = json_dumps(root, JSON_INDENT(1) | KP_JSON_REALS);
    json_decref(root);
    text = text ? text : strdup("");
    i = (size_t)kp_deliver_file(s->arena, s->baseline, NULL, kp_sprintf(s->arena, "%s\n", text),
                                strlen(text) + 1);
    free(text);
    if (i == KP_EXIT_DONE)
        fprintf(stderr, "kpipe: %zu findings written to %s\n", n,
                kp_printable(s->arena, s->baseline));
    return (int)i;
}

/* ---- git --------------------------------------------------------------------------------------
 */

/* The lines that have changed. False after a complaint; *all: the file is new. */
static bool changed_lines(const struct kp_settings *s, const struct kp_unit *u,
                          struct kp_hunks *hunks, bool *all)
{
    const char *path = u->source.path, *error = NULL, *text, *commit;
    size_t n = 0;

    *all = false;
    commit = kp_git_commit(u->arena, path, s->since);
    if (!commit) {
        kp_complain("%s: '%s' is not a commit of the git repository that contains it",
                    kp_printable(s->arena, path), s->since);
        return false;
    }
    text = kp_git_text(u->arena, path, commit, &n);
    *all = !text;
    if (text && kp_diff_lines(u->arena, text, n, u->source.text, u->source.size, hunks, &error) !=
                    KP_DIFF_MADE) {
        kp_complain("%s", error);
        return false;
    }
    return true;
}

/* True if one of the lines is new, or one went from between them. */
static bool touches(const struct kp_hunks *hunks, uint32_t first, uint32_t last)
{
    for (size_t i = 0; i < hunks->n; i++) {
        const struct kp_hunk *h = &hunks->v[i];

        if (h->new_count ? h->new_line <= last && first < h->new_line + h->new_count
                         : first < h->new_line && h->new_line <= last)
            return true;
    }
    return false;
}

static bool has_changed(const struct kp_unit *u, const struct kp_hunks *hunks,
                        const struct kp_finding *f)
{
    if (f->loop)
        return touches(hunks, f->loop->line, f->loop->end_line);
    for (size_t i = 0; i < f->n_places; i++) {
        const struct kp_place *p = &f->places[i];

        if (kp_place_file(u, p->file) == &u->source &&
            touches(hunks, kp_line_of(&u->source, p->span.begin),
                    kp_line_of(&u->source, p->span.end)))
            return true;
    }
    return false;
}

/* ---- all of them ------------------------------------------------------------------------------
 */

bool kp_filter_prepare(struct kp_settings *s)
{
    struct kp_filter *f = kp_new(s->arena, struct kp_filter);

    s->filter = f;
    if (s->write_baseline && !s->baseline) {
        kp_complain("--write-baseline needs --baseline FILE: where to write it");
        return false;
    }
    f->home = s->baseline ? kp_folder_of(s->arena, s->baseline) : NULL;
    return !s->baseline || s->write_baseline || read_baseline(s, f);
}

/* The command line's word, or that of the file's own project file. */
static const char *said(const struct kp_unit *u, const char *given, const char *option)
{
    size_t n = 0;
    const struct kp_config_option *o =
        u->options->config ? kp_config_options(u->options->config, &n) : NULL;

    for (size_t i = 0; !given && i < n; i++)
        if (kp_streq(o[i].name, option))
            return o[i].value;
    return given;
}

static const char *why_muted(const struct kp_settings *s, const struct kp_unit *u,
                             const struct kp_finding *f)
{
    const char *select = said(u, s->select, "select"), *ignore = said(u, s->ignore, "ignore");

    if ((select && !kp_code_is_listed(u->arena, f->code, select)) ||
        (ignore && kp_code_is_listed(u->arena, f->code, ignore)))
        return "select";
    if (is_known(s->filter, u, f->fingerprint))
        return "baseline";
    return NULL;
}

/* Asks each comment, so that it is used. */
static bool is_silenced(const struct kp_unit *u, const struct kp_finding *f)
{
    uint32_t line = kp_line_of(kp_place_file(u, f->places[0].file), f->places[0].span.begin);

    return kp_silence_at(u, f->code, f->places[0].file, line) ||
           (f->loop && kp_silence_at(u, f->code, f->loop->node->file, f->loop->line));
}

bool kp_filter(const struct kp_settings *s, const struct kp_unit *u, struct kp_findings *list)
{
    struct kp_hunks hunks = {0};
    bool all = true;

    for (size_t i = 0; i < list->n; i++)
        list->v[i].muted = is_silenced(u, &list->v[i]) ? "comment" : NULL;
    kp_unused_silences(u, s->command->id == KP_CMD_LINT, list);
    kp_fingerprint(u, list);
    if (s->since && !changed_lines(s, u, &hunks, &all))
        return false;
    for (size_t i = 0; i < list->n; i++) {
        struct kp_finding *f = &list->v[i];

        if (!f->muted)
            f->muted = why_muted(s, u, f);
        if (!f->muted && !all && !has_changed(u, &hunks, f))
            f->muted = "since";
        if (f->loop)
            f->loop->is_muted = f->muted != NULL;
    }
    return true;
}

bool kp_is_something_found(const struct kp_findings *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].counts && !list->v[i].muted)
            return true;
    return false;
}
