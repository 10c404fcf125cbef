#include "libkpipe.h"

#include "front/origin.h"
#include "model/refuse.h"
#include "pipeline.h"
#include "texts/texts.h"
#include "report/report.h"
#include "rule/rule.h"

_Static_assert((int)KPIPE_REWRITTEN == KP_REWRITTEN && (int)KPIPE_REFUSED == KP_REFUSED,
               "the public outcomes are the internal ones");

struct kpipe_result {
    struct kp_arena *arena;
    struct kp_options options;
    const char *database;
    const char *const *args;
    struct kp_origin origin;
    struct kp_unit *unit;
    const char *error;
};

/* The position of a name among those of an enum; the default (0) for NULL, -1 for no such name. */
static int value_of(const char *name, const char *(*name_of)(int), int n)
{
    if (!name)
        return 0;
    for (int i = 0; i < n; i++)
        if (kp_streq(name, name_of(i)))
            return i;
    return -1;
}

static const char *variant_name(int i)
{
    return kp_variant_name((enum kp_variant)i);
}

static const char *shape_name(int i)
{
    return kp_shape_name((enum kp_shape)i);
}

/* Fills the internal options, which outlive the caller's where kpipe_json() reads them; false with
 * r->error set when a value makes no sense. */
static bool take_options(kpipe_result *r, const kpipe_options *o)
{
    static const kpipe_options defaults;
    int variant, shape;

    o = o ? o : &defaults;
    variant = value_of(o->variant, variant_name, KP_VARIANT_SINGLE + 1);
    shape = value_of(o->shape, shape_name, KP_SHAPE_LATE + 1);
    if (variant < 0)
        r->error = "no such variant";
    else if (shape < 0)
        r->error = "no such shape";
    else if (o->stages && (o->stages < 2 || o->stages > 8))
        r->error = "stages must be 2 to 8";
    if (r->error)
        return false;
    r->options = (struct kp_options){
        .arch = o->arch ? kp_strdup(r->arena, o->arch) : KP_DEFAULT_ARCH,
        .variant = (enum kp_variant)variant,
        .shape = (enum kp_shape)shape,
        .stages = o->stages,
        .kernel = o->kernel,
        .line = o->line,
        .assume_no_alias = o->assume_no_alias,
        .rules_dir = o->rules_dir,
    };
    r->database = o->compile_commands_dir;
    r->args = (const char *const *)o->compiler_args;
    return true;
}

/* What the caller says of how the file is compiled; nothing is looked for. */
static bool find_flags(kpipe_result *r, const char *name)
{
    struct kp_flag_lines own = {0};
    struct kp_flag_line line = {.line = kp_compile_read(r->arena, r->args, false, NULL)};
    struct kp_origin_request request = {.database = r->database, .no_search = true, .lines = &own};

    kp_push(r->arena, &own, line);
    r->options.flags = &r->origin.lines;
    return kp_find_origin(kp_databases_new(r->arena), name, &request, &r->origin, &r->error);
}

static void run(kpipe_result *r, const char *name, const char *text, size_t size)
{
    const struct kp_rules *rules = kp_rules_load(r->arena, r->options.rules_dir, &r->error);

    if (!rules || !find_flags(r, name))
        return;
    if (!kp_rule_target(rules, r->options.arch)) {
        r->error = "no such target";
        return;
    }
    r->unit = kp_unit_new(&r->options, rules);
    if (!kp_pipeline_text(r->unit, name, text, size, KP_PASS_EMIT))
        r->error = r->unit->error ? r->unit->error : "the self-check failed: a bug in kpipe";
    else
        r->error = (r->unit = kp_read_back(r->unit))->error;
}

kpipe_result *kpipe_rewrite(const char *name, const char *text, size_t size,
                            const kpipe_options *options)
{
    struct kp_arena *arena = kp_arena_new();
    kpipe_result *r = kp_new(arena, kpipe_result);

    r->arena = arena;
    if (take_options(r, options))
        run(r, name, text, size);
    return r;
}

void kpipe_free(kpipe_result *r)
{
    if (!r)
        return;
    kp_unit_free(r->unit);
    kp_arena_free(r->arena);
}

const char *kpipe_error(const kpipe_result *r)
{
    return r->error;
}

const char *kpipe_text(const kpipe_result *r)
{
    return r->error ? NULL : r->unit->output;
}

size_t kpipe_text_size(const kpipe_result *r)
{
    return r->error ? 0 : r->unit->output_size;
}

size_t kpipe_loop_count(const kpipe_result *r)
{
    return r->error ? 0 : r->unit->loops.n;
}

kpipe_loop kpipe_loop_at(const kpipe_result *r, size_t i)
{
    const struct kp_loop *l = r->unit->loops.v[i];
    const struct kp_refusal *why = kp_decisive(l);
    bool planned = kp_is_pipelined(l);

    return (kpipe_loop){
        .kernel = l->function->name,
        .line = l->line,
        .end_line = l->end_line,
        .outcome = (kpipe_outcome)l->outcome,
        .code = why ? kp_diag(why->code)->code : NULL,
        .reason = why ? why->reason : NULL,
        .stages = planned ? l->plan.stages : 0,
    };
}

const char *kpipe_json(const kpipe_result *r)
{
    const char *error = NULL;

    return r->unit ? kp_report_json(r->unit, NULL, &error) : NULL;
}
