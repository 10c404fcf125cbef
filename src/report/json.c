#include "report/report.h"

#include <jansson.h>

#include "emit/diff.h"
#include "front/front.h"
#include "model/refuse.h"
#include "report/json_value.h"
#include "front/command.h"
#include "report/missing.h"
#include "report/utf8.h"

/* A size or count that may be unknown. */
static json_t *figure(int64_t n, bool known)
{
    return known ? json_integer(n) : json_null();
}

json_t *kp_json_places(const struct kp_unit *u, const struct kp_place *v, size_t n)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        const struct kp_file *f = kp_place_file(u, v[i].file);
        struct kp_span s = v[i].span;
        json_t *place = json_pack(
            "{s:I, s:I, s:I, s:I, s:o}", "line", (json_int_t)kp_line_of(f, s.begin), "column",
            (json_int_t)kp_column_of(f, s.begin), "end_line", (json_int_t)kp_line_of(f, s.end),
            "end_column", (json_int_t)kp_column_of(f, s.end), "text",
            kp_json_text(u->arena, v[i].text));
        if (f != &u->source)
            json_object_set_new(place, "file", kp_json_text(u->arena, f->path));
        json_array_append_new(list, place);
    }
    return list;
}

/* A place between two lines, which may be behind the last one. */
static void set_place(json_t *o, const char *line, const char *column, const struct kp_file *f,
                      uint32_t at)
{
    bool is_behind = at == f->size && at && f->text[at - 1] == '\n';

    json_object_set_new(o, line, json_integer(is_behind ? f->n_lines + 1 : kp_line_of(f, at)));
    json_object_set_new(o, column, json_integer(is_behind ? 1 : kp_column_of(f, at)));
}

/* Where a line begins; behind the last one it is the text's end. */
static uint32_t line_begin(const struct kp_file *f, uint32_t line)
{
    return line <= f->n_lines ? f->line_start[line - 1] : f->size;
}

json_t *kp_json_edits(const struct kp_unit *u, const char *text, size_t size, const char **error)
{
    struct kp_file after = {.text = text, .size = (uint32_t)size};
    enum kp_diff_end end = KP_DIFF_MISSING;
    struct kp_hunks hunks = {0};
    const char *why = NULL;
    json_t *list;

    if (text)
        end = kp_diff_lines(u->arena, u->source.text, u->source.size, text, size, &hunks, &why);
    if (end == KP_DIFF_FAILED)
        *error = why;
    if (end == KP_DIFF_MISSING || end == KP_DIFF_FAILED)
        return json_null();
    kp_file_index(u->arena, &after);
    list = json_array();
    for (size_t i = 0; i < hunks.n; i++) {
        const struct kp_hunk *h = &hunks.v[i];
        uint32_t from = line_begin(&u->source, h->old_line),
                 to = line_begin(&u->source, h->old_line + h->old_count),
                 begin = line_begin(&after, h->new_line),
                 end = line_begin(&after, h->new_line + h->new_count);
        json_t *with = json_stringn(text + begin, end - begin), *edit;

        if (!with) { /* no UTF-8: JSON cannot say it */
            json_decref(list);
            return json_null();
        }
        edit = json_object();
        set_place(edit, "line", "column", &u->source, from);
        set_place(edit, "end_line", "end_column", &u->source, to);
        json_object_set_new(edit, "text", with);
        json_array_append_new(list, edit);
    }
    return list;
}

static json_t *budget(const struct kp_unit *u, const struct kp_budget *b)
{
    json_t *o = json_object();

    json_object_set_new(o, "arch", kp_json_text(u->arena, u->options->arch));
    json_object_set_new(o, "tiles_single", figure(b->tiles_single, b->tiles_single > 0));
    json_object_set_new(o, "tiles_staged", figure(b->tiles_staged, b->tiles_staged > 0));
    json_object_set_new(o, "static_before", figure(b->static_before, b->static_before >= 0));
    json_object_set_new(o, "static_after", figure(b->static_after, b->static_after >= 0));
    json_object_set_new(o, "dynamic_before", figure(b->dynamic_before, b->dynamic_before >= 0));
    json_object_set_new(o, "dynamic_after", figure(b->dynamic_after, b->dynamic_after >= 0));
    json_object_set_new(o, "cliff", figure(b->cliff, b->cliff > 0));
    json_object_set_new(o, "threads", figure(b->threads, b->threads > 0));
    json_object_set_new(o, "blocks_before", figure(b->blocks_before, b->blocks_before > 0));
    json_object_set_new(o, "blocks_after", figure(b->blocks_after, b->blocks_after > 0));
    json_object_set_new(o, "ratio", b->ratio > 0 ? json_real(b->ratio) : json_null());
    return o;
}

static json_t *time_value(double x)
{
    return x > 0 ? json_real(x) : json_null();
}

json_t *kp_json_built(const struct kp_built *b)
{
    if (!b->known)
        return json_null();
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:b, s:i, s:i, s:o, s:o}", "registers_before",
                     b->registers_before, "registers_after", b->registers_after, "spills_before",
                     b->spills_before, "spills_after", b->spills_after, "threads", b->threads,
                     "threads_assumed", (int)b->threads_assumed, "blocks_before", b->blocks_before,
                     "blocks_after", b->blocks_after, "predicted_time", time_value(b->time),
                     "predicted_time_few_blocks", time_value(b->low_occupancy));
}

static json_t *words(const struct kp_unit *u, const struct kp_loop *loop)
{
    json_t *list = json_array();

    for (size_t i = 0; kp_is_pipelined(loop) && i < loop->words.n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "said",
                                              kp_json_text(u->arena, loop->words.v[i].said), "text",
                                              kp_json_text(u->arena, loop->words.v[i].text)));
    return list;
}

static void add_plan(const struct kp_unit *u, const struct kp_loop *loop, json_t *o)
{
    const struct kp_plan *p = &loop->plan;
    bool planned = kp_is_pipelined(loop);
    json_t *variants = json_object();

    for (size_t i = 0; planned && i < loop->tiles.n; i++)
        for (size_t n = 0; n < loop->tiles.v[i]->names.n; n++)
            json_object_set_new(variants, kp_utf8(u->arena, loop->tiles.v[i]->names.v[n]),
                                kp_json_text(u->arena, kp_variant_name(loop->tiles.v[i]->variant)));
    json_object_set_new(o, "variants", variants);
    json_object_set_new(o, "shape",
                        kp_json_text(u->arena, planned ? kp_shape_name(p->shape) : NULL));
    json_object_set_new(o, "stages", figure(p->stages, planned));
    json_object_set_new(o, "min_blocks", figure(p->min_blocks, planned && p->min_blocks));
    json_object_set_new(o, "launch_bounds", figure(KP_MOST_THREADS, planned && p->bounded.n));
    json_object_set_new(o, "unrolled", json_boolean(planned && p->unroll));
    json_object_set_new(o, "why", kp_json_text(u->arena, planned ? p->why : NULL));
    json_object_set_new(o, "evidence", kp_json_text(u->arena, planned ? p->evidence : NULL));
    json_object_set_new(o, "predicted_gain",
                        p->gain > 0 ? json_real((double)(int)(1000 * p->gain + 0.5) / 1000)
                                    : json_null());
    json_object_set_new(o, "registers_estimated",
                        p->gain > 0 ? json_pack("{s:i, s:i}", "before", p->registers_before,
                                                "after", p->registers_after)
                                    : json_null());
    json_object_set_new(o, "built", kp_json_built(&p->built));
    json_object_set_new(
        o, "budget", planned || p->budget.tiles_single > 0 ? budget(u, &p->budget) : json_null());
}

static const struct kp_finding *finding_of(const struct kp_findings *all, const struct kp_loop *l)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->v[i].loop == l)
            return &all->v[i];
    return NULL;
}

static json_t *loop_object(const struct kp_unit *u, const struct kp_loop *loop,
                           const struct kp_finding *f)
{
    const struct kp_refusal *r = kp_decisive(loop);
    const struct kp_diag_row *row = r ? kp_diag(r->code) : NULL;
    json_t *o = json_object(), *tiles = json_array();
    bool pipelined = r && r->code == KP_CODE_KP110;

    for (size_t i = 0; !pipelined && i < loop->tiles.n; i++)
        for (size_t n = 0; n < loop->tiles.v[i]->names.n; n++)
            json_array_append_new(tiles, kp_json_text(u->arena, loop->tiles.v[i]->names.v[n]));
    for (size_t i = 0; !pipelined && !loop->tiles.n && i < loop->rejected_tiles.n; i++)
        json_array_append_new(tiles, kp_json_text(u->arena, loop->rejected_tiles.v[i]));
    json_object_set_new(o, "kernel", kp_json_text(u->arena, loop->function->name));
    json_object_set_new(o, "line", json_integer(loop->line));
    json_object_set_new(o, "end", json_integer(loop->end_line));
    json_object_set_new(o, "outcome", kp_json_text(u->arena, kp_outcome_name(loop->outcome)));
    json_object_set_new(o, "tiles", tiles);
    add_plan(u, loop, o);
    json_object_set_new(o, "code", kp_json_text(u->arena, row ? row->code : NULL));
    json_object_set_new(o, "reason", kp_json_text(u->arena, r ? r->reason : NULL));
    json_object_set_new(o, "hint", kp_json_text(u->arena, r ? kp_refusal_hint(r) : NULL));
    json_object_set_new(o, "places",
                        kp_json_places(u, r ? r->places.v : NULL, r ? r->places.n : 0));
    json_object_set_new(o, "on_word", words(u, loop));
    json_object_set_new(
        o, "column",
        json_integer(kp_column_of(kp_place_file(u, loop->node->file), loop->node->span.begin)));
    json_object_set_new(
        o, "severity",
        kp_json_text(u->arena, f ? kp_severity_name(kp_diag(f->code)->severity) : NULL));
    json_object_set_new(o, "fingerprint", kp_json_text(u->arena, f ? f->fingerprint : NULL));
    json_object_set_new(o, "merged",
                        loop->merged ? kp_json_text(u->arena, loop->merged) : json_null());
    json_object_set_new(o, "not_merged",
                        loop->merge_why.code
                            ? kp_json_text(u->arena, kp_diag(loop->merge_why.code)->code)
                            : json_null());
    json_object_set_new(o, "prefetch_replaced", json_boolean(loop->plan.unstaged));
    json_object_set_new(o, "batch", json_integer(loop->plan.batch));
    json_object_set_new(o, "laid_out",
                        loop->laid_out ? kp_json_text(u->arena, loop->laid_out) : json_null());
    json_object_set_new(o, "not_laid_out",
                        loop->layout_why.code
                            ? kp_json_text(u->arena, kp_diag(loop->layout_why.code)->code)
                            : json_null());
    json_object_set_new(o, "muted", kp_json_text(u->arena, f ? f->muted : NULL));
    return o;
}

static json_t *missing_headers(const struct kp_unit *u)
{
    json_t *list = json_array();

    for (size_t i = 0; i < u->parse.missing.n; i++) {
        const struct kp_missing *m = &u->parse.missing.v[i];
        const char *folder = kp_missing_folder(u, m);
        json_t *o = json_object();

        json_object_set_new(o, "name", kp_json_text(u->arena, m->name));
        json_object_set_new(o, "file", kp_json_text(u->arena, m->path));
        json_object_set_new(o, "line", json_integer(m->line));
        json_object_set_new(o, "column", json_integer(m->column));
        json_object_set_new(o, "folder", folder ? kp_json_text(u->arena, folder) : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *guessed_folders(const struct kp_unit *u)
{
    const struct kp_flag_lines *lines = u->options->flags;
    json_t *list = json_array();

    for (size_t i = 0; lines && i < lines->n; i++)
        for (size_t k = 0; lines->v[i].is_guess && k < lines->v[i].line->said.n; k++)
            json_array_append_new(list, kp_json_text(u->arena, lines->v[i].line->said.v[k].value));
    return list;
}

const char *kp_report_json(const struct kp_unit *u, const struct kp_findings *said,
                           const char **error)
{
    json_t *root = json_object(), *loops = json_array(), *guessed = guessed_folders(u);
    struct kp_findings own = {0};
    const char *line;

    if (!said && !u->error)
        kp_loop_findings(u, false, &own);
    if (own.n)
        kp_fingerprint(u, &own);
    for (size_t i = 0; i < u->loops.n; i++)
        json_array_append_new(
            loops, loop_object(u, u->loops.v[i], finding_of(said ? said : &own, u->loops.v[i])));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "file", kp_json_text(u->arena, u->source.path));
    if (u->error)
        json_object_set_new(
            root, "error",
            kp_json_text(u->arena, u->error_lines
                                       ? kp_sprintf(u->arena, "%s\n%s", u->error, u->error_lines)
                                       : u->error));
    if (u->parse.missing.n)
        json_object_set_new(root, "missing_headers", missing_headers(u));
    if (json_array_size(guessed))
        json_object_set(root, "guessed_folders", guessed);
    json_decref(guessed);
    json_object_set_new(root, "loops", loops);
    if (!u->error)
        json_object_set_new(root, "edits", kp_json_edits(u, u->output, u->output_size, error));
    line = kp_json_line(u->arena, root);
    return *error ? NULL : line;
}
