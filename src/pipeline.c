#include "pipeline.h"

#include <string.h>
#include <unistd.h>

#include "branches_seen.h"
#include "fn/fn.h"
#include "front/front.h"
#include "front/lex.h"
#include "laid_out.h"
#include "merge/merge.h"
#include "model/inline.h"
#include "plan/plan.h"
#include "rule/config.h"
#include "seen_from.h"
#include "twins.h"
#include "util/subprocess.h"
#include "widen/widen.h"

/* The table of contents. The source pass stands apart: it alone takes a path. */
static const struct {
    const char *name;
    bool (*run)(struct kp_unit *u);
} passes[KP_PASS_COUNT] = {
    [KP_PASS_SOURCE] = {"source", NULL},        [KP_PASS_PARSE] = {"parse", kp_pass_parse},
    [KP_PASS_FN] = {"fn", kp_pass_fn},          [KP_PASS_MODEL] = {"model", kp_pass_model},
    [KP_PASS_LEGAL] = {"legal", kp_pass_legal}, [KP_PASS_PLAN] = {"plan", kp_pass_plan},
    [KP_PASS_EMIT] = {"emit", kp_pass_emit},
};

const char *kp_pass_name(enum kp_pass pass)
{
    return passes[pass].name;
}

struct kp_unit *kp_unit_new(const struct kp_options *options, const struct kp_rules *rules)
{
    struct kp_arena *arena = kp_arena_new();
    struct kp_unit *u = kp_new(arena, struct kp_unit);

    u->arena = arena;
    u->options = options;
    u->rules = rules;
    return u;
}

void kp_unit_free(struct kp_unit *u)
{
    if (u)
        kp_arena_free(u->arena);
}

struct kp_unit *kp_unit_derive(const struct kp_unit *u)
{
    struct kp_unit *v = kp_new(u->arena, struct kp_unit);

    v->arena = u->arena;
    v->options = u->options;
    v->rules = u->rules;
    v->outer = u;
    v->is_trial = u->is_trial;
    v->is_inlined = u->is_inlined;
    v->is_widened = u->is_widened;
    v->is_merged = u->is_merged;
    v->is_laid_out = u->is_laid_out;
    v->versions = u->versions;
    v->is_twinned = u->is_twinned;
    return v;
}

void kp_unit_take_text(struct kp_unit *u, struct kp_unit *v)
{
    u->derived = v->derived ? v->derived : v;
    u->output = v->output;
    u->output_size = v->output_size;
}

bool kp_has_changed(const struct kp_unit *u)
{
    return u->output_size != u->source.size || memcmp(u->output, u->source.text, u->output_size);
}

void kp_unit_adopt(struct kp_unit *u, struct kp_unit *v)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *from = v->loops.v[i], *to = u->loops.v[i];

        if (!kp_is_pipelined(from) && to->refusals.n)
            continue; /* why not says u */
        from->line = to->line;
        from->end_line = to->end_line;
        from->node = to->node;
        if (to->merge_why.code)
            from->merge_why = to->merge_why;
        if (to->layout_why.code)
            from->layout_why = to->layout_why;
        u->loops.v[i] = from;
    }
    kp_unit_take_text(u, v);
}

/* What is the matter behind a call, at the call. */
static void say_behind_call(struct kp_loop *to, const struct kp_loop *from)
{
    if (to->outcome != KP_REFUSED || from->outcome != KP_REFUSED ||
        (to->refusals.v[0].code != KP_CODE_KP310 && to->refusals.v[0].code != KP_CODE_KP110))
        return;
    to->refusals.v[0].code = from->refusals.v[0].code;
    to->refusals.v[0].reason = from->refusals.v[0].reason;
    to->plan.past_static = from->plan.past_static;
}

/* Is the call in a loop that it keeps from being pipelined, and that is in `v`? */
static bool is_of_use(const struct kp_unit *u, const struct kp_unit *v, const struct kp_node *call)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (!kp_is_pipelined(u->loops.v[i]) && kp_is_pipelined(v->loops.v[i]) &&
            kp_is_inside(call, u->loops.v[i]->node))
            return true;
    return false;
}

/* Adds the calls that have to stay to `but`: one whose body would say something else in its place,
 * or those of loops that are refused even so, and have to come out as they are. */
static void keep_calls(struct kp_unit *u, struct kp_unit *v, const struct kp_calls *calls,
                       struct kp_calls *but)
{
    const struct kp_node *other = kp_inlined_otherwise(u, v, calls);

    if (other)
        kp_push(u->arena, but, other);
    if (other || v->loops.n != u->loops.n)
        return;
    for (size_t i = 0; i < u->loops.n; i++)
        say_behind_call(u->loops.v[i], v->loops.v[i]);
    for (size_t i = 0; i < calls->n; i++)
        if (!is_of_use(u, v, calls->v[i]))
            kp_push(u->arena, but, calls->v[i]);
}

/* The passes over the text with copy helpers' bodies in the place of their calls. */
static struct kp_unit *inlined(struct kp_unit *u)
{
    struct kp_calls but = {0}, calls = {0};
    struct kp_unit *v;
    const char *text;
    size_t size = 0, kept;

    do {
        calls.n = 0;
        text = kp_inline_helpers(u, &but, &calls, &size);
        if (!text)
            return NULL;
        v = kp_unit_derive(u);
        v->is_inlined = true;
        if (!kp_pipeline_text(v, u->source.path, text, size, KP_PASS_EMIT))
            return NULL;
        kept = but.n;
        keep_calls(u, v, &calls, &but);
    } while (but.n > kept);
    return v->loops.n == u->loops.n ? v : NULL;
}

/* Loops that only a copy helper kept from being pipelined: when the text with the helper inlined
 * helps, its output is the output. */
static bool try_inlined(struct kp_unit *u)
{
    struct kp_unit *v = u->is_inlined || u->is_widened ? NULL : inlined(u);
    bool helped = false;

    if (!v)
        return false;
    for (size_t i = 0; i < u->loops.n; i++)
        helped |= u->loops.v[i]->outcome == KP_REFUSED && kp_is_pipelined(v->loops.v[i]);
    if (helped)
        kp_unit_adopt(u, v);
    return helped;
}

/* The loops of `v` that fill tiles in the places of those of `u`; what fills none stays as it is in
 * u. Loops over sub-blocks may be new. False when there are others. */
static bool align(struct kp_unit *u, struct kp_unit *v)
{
    struct kp_loop **found = kp_new_array(u->arena, struct kp_loop *, u->loops.n + 1);
    size_t at = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        while (u->loops.v[i]->tiles.n && at < v->loops.n && !v->loops.v[at]->tiles.n)
            at++;
        if (u->loops.v[i]->tiles.n && at == v->loops.n)
            return false;
        found[i] = u->loops.v[i]->tiles.n ? v->loops.v[at++] : u->loops.v[i];
    }
    while (at < v->loops.n && !v->loops.v[at]->tiles.n)
        at++;
    if (at < v->loops.n)
        return false;
    v->loops.n = 0;
    for (size_t i = 0; i < u->loops.n; i++)
        kp_push(u->arena, &v->loops, found[i]);
    return true;
}

/* The passes over the text with the blocks of kernels merged. */
static bool try_merged(struct kp_unit *u)
{
    struct kp_merged *changes;
    const char *text;
    size_t size = 0;
    struct kp_unit *v;

    if (u->is_merged || u->is_inlined || u->is_widened)
        return false;
    changes = kp_new_array(u->arena, struct kp_merged, u->loops.n + 1);
    text = kp_merge_blocks(u, changes, &size);
    for (size_t i = 0; i < u->loops.n; i++)
        u->loops.v[i]->merge_why = changes[i].why;
    if (!text)
        return false;
    v = kp_unit_derive(u);
    v->is_merged = true;
    if (!kp_pipeline_text(v, u->source.path, text, size, KP_PASS_EMIT) ||
        v->parse.errors.n > u->parse.errors.n || !align(u, v)) {
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words)
                u->loops.v[i]->merge_why = kp_refusal_make(u, u->loops.v[i], KP_CODE_KP903, NULL,
                                                           "its text does not come through");
        return false;
    }
    for (size_t i = 0; i < u->loops.n; i++) {
        v->loops.v[i]->merged = changes[i].words;
        v->loops.v[i]->plan.merge = changes[i].by;
    }
    kp_unit_adopt(u, v);
    return true;
}

/* Does cp.async make the tile's widest copies? */
static bool is_wide_async(const struct kp_loop *l, const struct kp_tile *t)
{
    int64_t widest = 0, async = 0;

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        if (c->tile != t || c->form == KP_COPY_FILL)
            continue;
        if (c->bytes > widest)
            widest = c->bytes;
        if (!c->not_async && c->bytes > async)
            async = c->bytes;
    }
    return t->variant == KP_VARIANT_CP_ASYNC && async == widest;
}

/* Is the loop pipelined with wider copies, and no worse for it? Both widths stand in the text:
 * through staging registers they would need twice as many. */
static bool is_as_good(const struct kp_loop *narrow, const struct kp_loop *wide,
                       const struct kp_widened *change)
{
    if (!kp_is_pipelined(wide) || (!narrow->single_why.code && wide->single_why.code))
        return false;
    for (size_t i = 0; i < wide->tiles.n; i++)
        for (size_t k = 0; k < change->tiles.n; k++)
            if (kp_streq(wide->tiles.v[i]->sym->name, change->tiles.v[k]->sym->name) &&
                !is_wide_async(wide, wide->tiles.v[i]))
                return false;
    return true;
}

static const struct kp_version *versions_of(struct kp_unit *u, const struct kp_widened *changes)
{
    struct kp_version *v = kp_new_array(u->arena, struct kp_version, u->loops.n + 1);

    for (size_t i = 0; i < u->loops.n; i++)
        if (changes[i].words)
            v[i] = changes[i].version;
    return v;
}

/* A text of the file with wider copies, rows padded for them; NULL when there is none. */
static struct kp_unit *widened(struct kp_unit *u, struct kp_widened *changes, enum kp_pass last,
                               const char **text, size_t *size)
{
    struct kp_unit *v;

    *text = kp_widen_copies(u, changes, size);
    if (!*text)
        return NULL;
    v = kp_unit_derive(u);
    v->is_widened = true;
    v->versions = versions_of(u, changes);
    return kp_pipeline_text(v, u->source.path, *text, *size, last) && v->loops.n == u->loops.n
               ? v
               : NULL;
}

/* Leaves out the loops whose text cannot have the shared memory that it takes; were there any? */
static bool skip_too_large(const struct kp_unit *u, const struct kp_unit *v,
                           struct kp_widened *changes)
{
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++)
        if (changes[i].words && !kp_has_static_room(v, v->loops.v[i], changes[i].padded))
            any = changes[i].skip = true;
    return any;
}

static bool has_error(const struct kp_parse *p, struct kp_span in)
{
    for (size_t i = 0; i < p->errors.n; i++)
        if (!p->errors.v[i].file && p->errors.v[i].offset >= in.begin &&
            p->errors.v[i].offset < in.end)
            return true;
    return false;
}

/* Leaves out the loops in whose functions the text has errors that the file has not, all of them
 * where they stand elsewhere; were there any? */
static bool skip_broken(const struct kp_unit *u, const struct kp_unit *v,
                        struct kp_widened *changes)
{
    bool any = false;

    if (v->parse.errors.n <= u->parse.errors.n)
        return false;
    for (int all = 0; all < 2 && !any; all++)
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words &&
                (all || has_error(&v->parse, v->loops.v[i]->function->decl->span)))
                any = changes[i].skip = true;
    return any;
}

/* Wider copies and nothing else: what they gain by themselves. */
static bool widen_only(struct kp_unit *u, struct kp_widened *changes)
{
    size_t size = 0;
    const char *text;
    struct kp_unit *v;

    do
        v = widened(u, changes, KP_PASS_MODEL, &text, &size);
    while (v && (skip_too_large(u, v, changes) || skip_broken(u, v, changes)));
    text = v ? text : NULL;
    for (size_t i = 0; i < u->loops.n; i++)
        u->loops.v[i]->widened = changes[i].words;
    u->output = text ? text : u->source.text;
    u->output_size = text ? size : u->source.size;
    return true;
}

/* The passes again, over the text with wider copies. A loop that cannot be pipelined with them
 * keeps its own. */
static bool try_widened(struct kp_unit *u)
{
    struct kp_widened *changes = kp_new_array(u->arena, struct kp_widened, u->loops.n + 1);
    const char *text;
    size_t size = 0;
    struct kp_unit *v;
    bool again;

    if (u->is_widened)
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        enum kp_width width = kp_wish_at(u, i).width;

        if (width == KP_WIDTH_ONLY)
            return widen_only(u, changes);
        changes[i].skip = width == KP_WIDTH_NARROW;
    }
    do {
        v = widened(u, changes, KP_PASS_EMIT, &text, &size);
        if (!v)
            return false;
        again = skip_too_large(u, v, changes);
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words && !is_as_good(u->loops.v[i], v->loops.v[i], &changes[i]))
                again = *(changes[i].version.own ? &changes[i].in_one : &changes[i].skip) = true;
    } while (again);
    for (size_t i = 0; i < u->loops.n; i++) {
        v->loops.v[i]->as_written = changes[i].words ? u->loops.v[i] : NULL;
        v->loops.v[i]->widened = changes[i].words;
        v->loops.v[i]->wide_flag = changes[i].words ? changes[i].version.flag : NULL;
    }
    kp_unit_adopt(u, v);
    return true;
}

/* What a pass promises, looked at in builds that keep their assertions. */
static bool keeps_promises(struct kp_unit *u, enum kp_pass pass)
{
    const char *why = NULL;

#ifdef NDEBUG
    return true;
#endif
    if (pass != KP_PASS_PARSE || kp_check_parse(u, &why))
        return true;
    u->error = kp_sprintf(u->arena, "%s: the syntax tree is not sound (%s); this is a bug in kpipe",
                          u->source.path, why);
    u->self_check_failed = true;
    return false;
}

/* The project file's blocks; what the file itself says counts. */
static void take_blocks(struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n && u->options->config; i++) {
        struct kp_sym *s = (struct kp_sym *)u->parse.syms.v[i]; /* as the parser made it */
        uint32_t threads = 0;
        const char *said;

        if (!s || s->kind != KP_SYM_FUNCTION || !s->is_kernel || s->launch_max)
            continue;
        said = kp_config_block(u->options->config, s->name, &threads);
        for (size_t k = 0; said && k < u->parse.launches.n; k++)
            if (u->parse.launches.v[k].kernel == s &&
                kp_block_threads(u->parse.launches.v[k].block) > (int)threads)
                said = NULL;
        s->launch_max = said ? threads : 0;
        s->block_said = said;
    }
}

static bool judge_anew(struct kp_unit *u)
{
    u->loops.n = 0;
    u->funcs = NULL;
    return kp_pass_model(u) && kp_pass_legal(u);
}

/* After the legal pass: is there another text of the file that the passes make more of? */
static bool take_other_text(struct kp_unit *u, bool *failed)
{
    if (!u->is_inlined && !u->is_widened && !u->is_trial && kp_see_branches(u) && !judge_anew(u)) {
        *failed = true;
        return false;
    }
    return try_merged(u) || kp_try_laid_out(u) || kp_try_twins(u) || try_inlined(u) ||
           try_widened(u);
}

/* Brackets that the file leaves open, or closes without having opened them. */
static bool is_unbalanced(const struct kp_file *f)
{
    static const char brackets[] = "()[]{}";
    long open[3] = {0};

    for (uint32_t at = f->bom; at < f->size;) {
        struct kp_token t = kp_lex(f->text, at, f->size);
        const char *found = t.kind == KP_TOKEN_PUNCT && t.end == t.begin + 1
                                ? strchr(brackets, f->text[t.begin])
                                : NULL;

        if (t.kind == KP_TOKEN_END)
            break;
        if (found)
            open[(found - brackets) / 2] += (found - brackets) % 2 ? -1 : 1;
        at = t.end;
    }
    return open[0] || open[1] || open[2];
}

/* libclang repairs what is broken, and the tree then is not the text's. */
static void blame_the_file(struct kp_unit *u)
{
    if (!u->self_check_failed || !is_unbalanced(&u->source))
        return;
    u->self_check_failed = false;
    u->error = kp_sprintf(u->arena, "%s: its brackets do not match: is a part of it missing?",
                          u->source.path);
}

static bool run_passes(struct kp_unit *u, enum kp_pass last)
{
    bool failed = false;

    for (int pass = KP_PASS_SOURCE + 1; pass <= (int)last; pass++) {
        if (!passes[pass].run(u) || u->self_check_failed || !keeps_promises(u, (enum kp_pass)pass))
            return false;
        if (u->parse.not_from && !u->options->leave)
            return true; /* the tree is not the file's */
        if (pass == KP_PASS_PARSE)
            take_blocks(u);
        if (pass == KP_PASS_LEGAL && last == KP_PASS_EMIT && take_other_text(u, &failed))
            return true;
        if (failed)
            return false;
    }
    return true;
}

static bool after_source(struct kp_unit *u, enum kp_pass last)
{
    bool ok;

    if (u->options->includers && !u->options->from && last > KP_PASS_SOURCE)
        return kp_pipeline_from(u, last);
    ok = run_passes(u, last);
    blame_the_file(u);
    if (ok && last == KP_PASS_EMIT)
        kp_try_moving(u);
    return ok;
}

/* The passes run over other texts of the file, too. That one of those could not be had is no reason
 * to do without it: the output would depend on the machine's load. */
static _Thread_local unsigned depth;
static _Thread_local bool ran_out;

static void enter(void)
{
    if (!depth++)
        ran_out = false;
}

static bool leave(struct kp_unit *u, bool ok)
{
    ran_out |= u->ran_out;
    if (--depth || !ran_out || !ok)
        return ok;
    u->error = kp_sprintf(u->arena, "%s: memory, processes or files ran out: try it again",
                          u->source.path);
    return false;
}

bool kp_pipeline(struct kp_unit *u, const char *path, enum kp_pass last)
{
    enter();
    return leave(u, kp_pass_source(u, path) && after_source(u, last));
}

bool kp_pipeline_text(struct kp_unit *u, const char *name, const char *text, size_t size,
                      enum kp_pass last)
{
    int fd = kp_memory_file(text, size);
    bool ok;

    enter();
    if (fd < 0) {
        u->error = "no memory for the input";
        u->source.path = kp_strdup(u->arena, name);
        u->ran_out = true;
        return leave(u, false);
    }
    ok = kp_pass_source(u, kp_sprintf(u->arena, "/dev/fd/%d", fd));
    u->ran_out = !ok && depth > 1; /* a text of ours can be read */
    close(fd);
    u->source.path = kp_strdup(u->arena, name);
    return leave(u, ok && after_source(u, last));
}

struct kp_unit *kp_pipeline_again(struct kp_arena *a, const struct kp_unit *first,
                                  const struct kp_wish *wishes)
{
    const struct kp_file *source = &first->source;
    struct kp_options *o = kp_new(a, struct kp_options);
    struct kp_unit *u = kp_new(a, struct kp_unit);

    *o = *first->options;
    o->wishes = NULL;
    o->n_wishes = 0;
    if (o->includers)
        o->from = NULL; /* all of them have to agree again */
    if (wishes) {
        struct kp_wish *own = kp_new_array(a, struct kp_wish, first->loops.n + 1);

        memcpy(own, wishes, first->loops.n * sizeof *own);
        o->wishes = own;
        o->n_wishes = first->loops.n;
    }
    *u = (struct kp_unit){.arena = a, .options = o, .rules = first->rules};
    kp_pipeline_text(u, source->path, source->text, source->size, KP_PASS_EMIT);
    return u;
}

struct kp_unit *kp_pipeline_alone(struct kp_arena *a, const struct kp_unit *u, enum kp_alone alone)
{
    struct kp_options *o = kp_new(a, struct kp_options);
    struct kp_unit like = *u;

    *o = *u->options;
    o->alone = alone;
    like.options = o;
    return kp_pipeline_again(a, &like, u->options->wishes);
}
