#include "report/report.h"

#include <jansson.h>

#include "front/front.h"
#include "model/refuse.h"
#include "report/json_value.h"
#include "report/missing.h"
#include "report/utf8.h"

/* A size or count that may be unknown. */
static json_t *figure(int64_t n, bool known)
{
    return known ? json_integer(n) : json_null();
}

static json_t *places(const struct kp_unit *u, const struct kp_refusal *r)
{
    json_t *list = json_array();

    for (size_t i = 0; r && i < r->places.n; i++) {
        const struct kp_place *p = &r->places.v[i];
        const struct kp_file *f = kp_place_file(u, p->file);
        json_t *place = json_pack(
            "{s:I, s:I, s:o}", "line", (json_int_t)kp_line_of(f, p->span.begin), "column",
            (json_int_t)kp_column_of(f, p->span.begin), "text", kp_json_text(u->arena, p->text));
        if (f != &u->source)
            json_object_set_new(place, "file", kp_json_text(u->arena, f->path));
        json_array_append_new(list, place);
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
                     "predicted_time_few_blocks", time_value(b->few));
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

static json_t *loop_object(const struct kp_unit *u, const struct kp_loop *loop)
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
    json_object_set_new(o, "hint", kp_json_text(u->arena, row ? row->hint : NULL));
    json_object_set_new(o, "places", places(u, r));
    json_object_set_new(o, "on_word", words(u, loop));
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

const char *kp_report_json(const struct kp_unit *u)
{
    json_t *root = json_object(), *loops = json_array();

    for (size_t i = 0; i < u->loops.n; i++)
        json_array_append_new(loops, loop_object(u, u->loops.v[i]));
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
    json_object_set_new(root, "loops", loops);
    return kp_json_line(u->arena, root);
}
