/* What is said of loops and kernels, as data. */
#include "report/report.h"

#include "front/front.h"
#include "model/loop_parts.h"
#include "model/refuse.h"
#include "model/silence.h"
#include "plan/plan.h"
#include "util/cache_folder.h"

static struct kp_finding of_loop(const struct kp_unit *u, bool check, struct kp_loop *l)
{
    const struct kp_refusal *r = kp_decisive(l);
    struct kp_finding f = {.loop = l, .function = l->function->name};

    if (!kp_is_pipelined(l) && r) {
        f.code = r->code;
        f.text = r->reason;
        f.remedy = kp_refusal_hint(r);
        f.places = r->places.v;
        f.n_places = r->places.n;
        return f;
    }
    f.code = KP_CODE_KP712;
    f.text = kp_is_pipelined(l) ? kp_success_text(u, check, l) : l->widened;
    f.remedy = check ? kp_diag(KP_CODE_KP712)->hint : NULL;
    f.counts = kp_prospect_of(l) == KP_PROSPECT_GAIN;
    return f;
}

/* The loop's head, where nothing else is the place. */
static struct kp_place *head_of(const struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_place *p = kp_new(u->arena, struct kp_place);
    const struct kp_node *body = kp_loop_body(l->node);

    p->file = l->node->file;
    p->span = l->node->span;
    if (l->node->kind != KP_DO && body->span.begin > p->span.begin)
        p->span.end = body->span.begin;
    for (const char *text = kp_place_file(u, p->file)->text;
         text && p->span.end > p->span.begin + 1 && strchr(" \t\r\n", text[p->span.end - 1]);)
        p->span.end--;
    return p;
}

void kp_loop_findings(const struct kp_unit *u, bool check, struct kp_findings *to)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];
        struct kp_finding f;

        if (kp_is_noise(l))
            continue;
        f = of_loop(u, check, l);
        if (!f.n_places) {
            f.places = head_of(u, l);
            f.n_places = 1;
        }
        kp_push(u->arena, to, f);
    }
}

/* ---- silence that nobody needs ----------------------------------------------------------------
 */

static bool is_loop_code(enum kp_code code)
{
    return code < KP_CODE_KP701 || code == KP_CODE_KP712;
}

/* Which command knows whether it is used? */
static bool is_asked(const struct kp_unit *u, const struct kp_silence *s, bool lint)
{
    bool of_loops = false, of_lints = false;

    for (int code = KP_CODE_NONE + 1; s->codes && code < KP_CODE_COUNT; code++)
        if (kp_code_is_listed(u->arena, (enum kp_code)code, s->codes))
            *(is_loop_code((enum kp_code)code) ? &of_loops : &of_lints) = true;
    return lint ? of_lints || !of_loops : of_loops && !of_lints;
}

/* A NOLINT speaks to other programs, too, unless its list is ours. */
static bool is_to_us(const struct kp_silence *s)
{
    const char *at = s->is_ours ? "" : s->codes;

    for (size_t n; at && *at; at += n + (at[n] == ',')) {
        at += strspn(at, " ");
        n = strcspn(at, ",");
        if (!kp_starts_with(at, "kpipe-") && !kp_starts_with(at, "KP"))
            return false;
    }
    return at != NULL;
}

static bool is_skipped(const struct kp_unit *u, uint32_t at)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++)
        if (u->parse.skipped.v[i].span.begin <= at && at < u->parse.skipped.v[i].span.end)
            return true;
    return false;
}

void kp_unused_silences(const struct kp_unit *u, bool lint, struct kp_findings *to)
{
    bool is_whole =
        !u->parse.errors.n && !u->parse.holes.n && !u->options->kernel && !u->options->line;

    for (size_t i = 0; is_whole && u->silences && i < u->silences->n; i++) {
        const struct kp_silence *s = &u->silences->v[i];
        struct kp_finding f = {.code = KP_CODE_KP713, .counts = lint, .n_places = 1};
        struct kp_place *p;

        if (s->is_used || s->file || !is_to_us(s) || !is_asked(u, s, lint) ||
            is_skipped(u, s->span.begin))
            continue;
        p = kp_new(u->arena, struct kp_place);
        *p = (struct kp_place){.file = s->file, .span = s->span};
        f.places = p;
        f.text = kp_sprintf(
            u->arena, "'%s' suppresses nothing",
            kp_strndup(u->arena, u->source.text + s->span.begin, s->span.end - s->span.begin));
        f.remedy = kp_diag(f.code)->hint;
        kp_push(u->arena, to, f);
    }
}

/* ---- fingerprints -----------------------------------------------------------------------------
 */

/* The line without its blanks: what stands there, however it is indented. */
static const char *line_of(const struct kp_unit *u, const struct kp_place *p)
{
    const struct kp_file *f = kp_place_file(u, p->file);
    struct kp_str out = kp_str_new(u->arena);

    if (!f->text)
        return "";
    for (const char *s = f->text + f->line_start[kp_line_of(f, p->span.begin) - 1];
         *s && *s != '\n'; s++)
        if (!strchr(" \t\r", *s))
            kp_str_addc(&out, *s);
    return kp_str_text(&out);
}

/* By code, function and line; of equals, by which of them it is. */
void kp_fingerprint(const struct kp_unit *u, struct kp_findings *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct kp_finding *f = &list->v[i];
        const char *base = kp_hash_texts(
            u->arena, (const char *const[]){kp_diag(f->code)->code, f->function ? f->function : "",
                                            line_of(u, &f->places[0]), NULL});
        size_t same = 1;

        for (size_t k = 0; k < i; k++)
            same += kp_starts_with(list->v[k].fingerprint, base);
        f->fingerprint = kp_sprintf(u->arena, "%s:%zu", base, same);
    }
}
