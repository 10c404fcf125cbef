/* `kpipe rewrite --verify`: what was changed is run against the original before it is written. */
#define _GNU_SOURCE
#include <string.h>

#include "cmd/proof.h"
#include "draft/draft.h"
#include "plan/plan.h"
#include "report/utf8.h"
#include "util/cache_folder.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

static bool names(const struct kp_node *n, const struct kp_sym *function, int depth);

/* True if the function's body calls the other, or something that does. */
static bool reaches(const struct kp_sym *from, const struct kp_sym *to, int depth)
{
    return from == to || (depth < 8 && from->decl && names(from->decl, to, depth + 1));
}

static bool names(const struct kp_node *n, const struct kp_sym *function, int depth)
{
    kp_each_below(x, n) if (x->sym && x->sym->kind == KP_SYM_FUNCTION && x->kind != KP_FUNCTION &&
                            reaches(x->sym, function, depth)) return true;
    return false;
}

/* What verify has to know of the kernel's loops. */
static bool changed_loops(const struct kp_unit *u, const struct kp_sym *kernel,
                          struct kp_verify_options *o)
{
    struct kp_staging staging = {0};
    bool any = false;

    for (size_t k = 0; k < u->loops.n; k++) {
        const struct kp_loop *l = u->loops.v[k];
        if (!kp_is_pipelined(l) || !l->function)
            continue;
        /* a loop with inlined helpers belongs to a unit of its own: there the name is what is equal
         */
        if (!kp_streq(l->function->name, kernel->name) && !reaches(kernel, l->function, 0))
            continue;
        any = true;
        kp_add_staging(l, &staging);
    }
    o->stages = staging.stages;
    o->smem = staging.smem;
    return any;
}

static struct kp_case *given_case(struct kp_settings *s, const char *kernel, int *result)
{
    for (size_t k = 0; k < s->cases.n; k++) {
        const char *error;
        struct kp_case *c = kp_case_read(s->arena, s->cases.v[k], &error);
        if (!c) {
            kp_proof_error(s->cases.v[k], error);
            *result = KP_EXIT_ERROR;
            return NULL;
        }
        if (kp_streq(c->kernel, kernel))
            return c;
    }
    return NULL;
}

static int cannot_infer(const char *kernel, const char *what)
{
    return kp_complain("'%s' cannot be proven without a case: %s. Draft one with `kpipe init "
                       "--kernel %s`, fill in what has a ?, and give it with --case. Nothing was "
                       "written",
                       kernel, what, kernel);
}

static struct kp_case *drafted_case(struct kp_settings *s, struct kp_unit *u, const char *kernel,
                                    const struct kp_nvcc *nvcc, int *result)
{
    struct kp_draft_options o = {
        .kernel = kernel, .source = u->source.path, .nvcc = nvcc, .seconds = 20};
    struct kp_draft d;
    const char *error = kp_draft_case(u, &o, &d);
    struct kp_case *c = NULL;

    *result = KP_EXIT_ERROR;
    if (error) {
        kp_complain("%s", error);
        return NULL;
    }
    if (d.failed || d.unknown.n) {
        cannot_infer(
            kernel, d.failed ? kp_sprintf(s->arena, "the original does not run clean: %s", d.failed)
                             : kp_sprintf(s->arena, "unknown: %s", d.unknown.v[0]));
        return NULL;
    }
    c = kp_case_read_text(s->arena, kp_sprintf(s->arena, "inferred case of %s", kernel), d.text,
                          &error);
    if (c)
        error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0);
    if (error) {
        cannot_infer(kernel, error);
        return NULL;
    }
    if (!s->quiet)
        fprintf(stderr,
                "kpipe: note: '%s': no case given; launch and arrays are inferred, sizes %s\n",
                kernel, kp_case_sizes_text(c, s->arena));
    for (size_t k = 0; k < d.guesses.n && s->verbose; k++)
        fprintf(stderr, "kpipe: note: a guess: %s\n", d.guesses.v[k]);
    *result = KP_EXIT_DONE;
    return c;
}

/* The verdict and what it rests on. */
static void keep_proof(struct kp_settings *s, const char *kernel, const struct kp_case *c,
                       const struct kp_verdict *v)
{
    struct kp_str text = kp_str_new(s->arena);
    struct kp_proof p = {.kernel = kernel};

    kp_str_addf(&text, "%s %s\n", KP_VERSION, kp_case_sizes_text(c, s->arena));
    for (size_t i = 0; i < v->checks.n; i++) {
        const struct kp_check *k = v->checks.v[i];

        kp_str_addf(&text, "%s %s %s %s %s\n", k->version, k->sizes, k->order, k->landing,
                    k->variation ? k->variation : "-");
    }
    p.hash = kp_hash_texts(s->arena, (const char *const[]){kp_str_text(&text), NULL});
    kp_push(s->arena, &s->proofs, p);
}

static int prove(struct kp_settings *s, struct kp_unit *u, const struct kp_sym *kernel,
                 struct kp_verify_options *o)
{
    int result = KP_EXIT_DONE;
    struct kp_case *c = given_case(s, kernel->name, &result);
    bool inferred = !c && result == KP_EXIT_DONE;
    struct kp_verdict v;

    if (inferred)
        c = drafted_case(s, u, kernel->name, &o->nvcc, &result);
    if (!c)
        return result;
    kp_verify(s->arena, c, u->source.path, u->source.path, o, &v);
    if (v.error) {
        kp_proof_error(c->path, v.error);
        return KP_EXIT_ERROR;
    }
    if (inferred && v.original_failed)
        return cannot_infer(kernel->name,
                            kp_sprintf(s->arena,
                                       "the original itself fails with what was inferred "
                                       "(%s)",
                                       v.why));
    if (inferred && v.not_exercised)
        return cannot_infer(kernel->name, v.not_exercised);
    if (!s->quiet || !v.passed)
        kp_proof_text(stderr, c, &v, false, s->verbose > 0);
    if (v.passed)
        keep_proof(s, kernel->name, c, &v);
    else
        fprintf(stderr, "kpipe: nothing was written\n");
    return v.passed ? KP_EXIT_DONE : KP_EXIT_FINDINGS;
}

/* True for a kernel that runs loops which were changed. */
static bool has_to_be_proven(const struct kp_unit *u, const struct kp_sym *k,
                             struct kp_verify_options *o)
{
    return k && k->kind == KP_SYM_FUNCTION && k->is_kernel && k->decl && changed_loops(u, k, o);
}

static bool prepare(struct kp_settings *s, struct kp_unit *u, struct kp_verify_options *o)
{
    *o = (struct kp_verify_options){.orders = 2,
                                    .tiles = -1,
                                    .seconds = 60,
                                    .jobs = (unsigned)kp_processors(),
                                    .rewritten_text = u->output,
                                    .rewritten_size = u->output_size};
    kp_find_rewritten_loops(s->arena, kp_strndup(s->arena, u->output, u->output_size), o);
    return kp_toolkit(s, u->source.path, &o->nvcc);
}

int kp_prove_rewrite(struct kp_settings *s, struct kp_unit *u)
{
    struct kp_verify_options common;
    int result = KP_EXIT_DONE;
    bool any = false;

    if (!prepare(s, u, &common))
        return KP_EXIT_ERROR;
    for (size_t k = 0; k < u->parse.syms.n && result == KP_EXIT_DONE; k++) {
        struct kp_verify_options o = common;

        if (!has_to_be_proven(u, u->parse.syms.v[k], &o))
            continue;
        any = true;
        result = prove(s, u, u->parse.syms.v[k], &o);
    }
    if (!any && kp_has_changed(u))
        return kp_complain("no kernel in this file runs the loops that were changed: nothing to "
                           "prove them by; nothing was written");
    return result;
}

/* ---- where nobody asks for it -----------------------------------------------------------------
 */

struct trial {
    struct kp_settings *s;
    struct kp_unit *u;
    const struct kp_sym *kernel;
    struct kp_verify_options o;
};

static int try_to_prove(void *context)
{
    struct trial *t = context;

    return prove(t->s, t->u, t->kernel, &t->o);
}

/* Of what was said: the reason, without what to do about it. */
static const char *reason_of(struct kp_arena *a, int result, const char *said)
{
    static const char begin[] = "cannot be proven without a case: ";
    const char *at = strstr(said, begin), *end;

    if (result < 0)
        return "it took too long; --verify has no such limit";
    at = at ? at + strlen(begin) : (at = strstr(said, "error: ")) ? at + strlen("error: ") : said;
    end = strstr(at, ". Draft one");
    return kp_strndup(a, at, end ? (size_t)(end - at) : strcspn(at, "\n"));
}

int kp_prove_if_possible(struct kp_settings *s, struct kp_unit *u, double seconds)
{
    struct kp_str proven = kp_str_new(s->arena), not = kp_str_new(s->arena);
    double until = kp_now() + seconds;
    struct trial t = {.s = s, .u = u};
    struct kp_verify_options common;

    if (!prepare(s, u, &common))
        return KP_EXIT_ERROR;
    for (size_t k = 0; k < u->parse.syms.n; k++) {
        char *said = "";
        int result = -1;

        t.kernel = u->parse.syms.v[k];
        t.o = common;
        if (!has_to_be_proven(u, t.kernel, &t.o))
            continue;
        if (kp_now() < until)
            result = kp_within(s->arena, until - kp_now(), try_to_prove, &t, &said);
        if (result == KP_EXIT_FINDINGS) {
            fputs(said, stderr);
            return result;
        }
        if (result == KP_EXIT_DONE)
            kp_str_addf(&proven, "%s'%s'", proven.n ? ", " : "", t.kernel->name);
        else
            kp_str_addf(&not, "%s'%s' (%s)", not.n ? ", " : "", t.kernel->name,
                        reason_of(s->arena, result, said));
    }
    if ((proven.n || not.n) && !s->quiet)
        fprintf(stderr, "kpipe: note: %s%s%s%s%s\n", proven.n ? "proven on the CPU: " : "",
                kp_printable(s->arena, kp_str_text(&proven)), proven.n && not.n ? "; " : "",
                not.n ? "not proven: " : "", kp_printable(s->arena, kp_str_text(&not)));
    return KP_EXIT_DONE;
}
