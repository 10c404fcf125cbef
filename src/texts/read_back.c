/* The check of the output's meaning: it is parsed like the input and compared with it. */
#include <stdlib.h>

#include "emit/emit.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/clones.h"
#include "model/refuse.h"
#include "model/steps.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/compared.h"
#include "texts/executed.h"
#include "texts/texts.h"

/* What the names in a function mean: each "name\nmeaning", sorted. In front of a name there is a
 * mark where it cannot stand for another thing of its name: behind a dot, and in a text of its own.
 */
enum { MEMBER = '.', ELSEWHERE = '@' };
struct meanings {
    struct kp_map resolved; /* calls of patterns, of which an instance knows the function */
    const struct kp_unit *u, *program; /* the program as its author wrote it */
    const char *function;
    bool apart;        /* what it calls has its own text, as before */
    bool is_elsewhere; /* in such a text */
    bool plain;        /* locals have their types: no template's, no other function's body in it */
    KP_VEC(const char *) list;
    KP_VEC(const struct kp_sym *) seen; /* functions */
};

/* ---- meanings ----------------------------------------------------------------------------- */

/* The type without references, arrays, pointers and const. Unnamed types are identified by their
 * places, which change. */
static const char *type_text(const struct kp_type *t)
{
    const char *name;

    t = kp_innermost_type(t);
    name = t ? t->canonical : "";
    if (!strncmp(name, "const ", 6))
        name += 6;
    return strstr(name, "(unnamed ") || strstr(name, "(lambda ") || strstr(name, "(anonymous ")
               ? "unnamed"
               : name;
}

/* Overloads are told apart by these. */
static void add_parameters(struct kp_str *out, const struct kp_sym *s)
{
    if (s->kind == KP_SYM_FUNCTION && s->decl)
        kp_each_child(p, s->decl) if (p->kind == KP_PARAM)
            kp_str_addf(out, ",%s", type_text(p->type));
}

/* Without the namespaces of clones, and places. */
static void add_qualified(const struct kp_unit *u, struct kp_str *out, const char *name)
{
    static const char clones[] = KP_CLONES "::";
    const char *in = kp_clones_in(u, name);

    if (strchr(name, '('))
        kp_str_add(out, "unnamed");
    else if (in)
        kp_str_addf(out, "%.*s%s", (int)(in - name), name, in + sizeof clones - 1);
    else
        kp_str_add(out, name);
}

static bool is_local(const struct kp_sym *s)
{
    return (s->parent && s->parent->kind == KP_SYM_FUNCTION) || s->kind == KP_SYM_TVALUE;
}

static void add_meaning(const struct kp_unit *u, struct kp_str *out, const struct kp_sym *s)
{
    kp_str_addf(out, "%s\n", s->name);
    if (is_local(s)) {
        kp_str_add(out, "a local");
    } else if (s->from_prelude) {
        kp_str_addf(out, "CUDA's %s", s->qualified);
    } else {
        add_qualified(u, out, s->qualified);
        kp_str_addf(out, " %d %s", (int)s->kind,
                    s->kind == KP_SYM_ENUMERATOR ? "" : type_text(s->type));
        add_parameters(out, s);
    }
}

static const char *meaning_of(const struct meanings *m, const struct kp_node *in)
{
    const struct kp_sym *s = in->sym;
    struct kp_str out = kp_str_new(m->u->arena);

    if (s->pattern)
        s = s->pattern;
    if (in->kind == KP_MEMBER || m->is_elsewhere)
        kp_str_addf(&out, "%c", in->kind == KP_MEMBER ? MEMBER : ELSEWHERE);
    add_meaning(m->u, &out, s);
    return kp_str_text(&out);
}

/* True for the type of an argument in a function made by emission. */
static bool is_deduced(const struct kp_type *t)
{
    t = kp_innermost_type(t);
    return t->is_dependent || !strncmp(t->canonical, "type-parameter-", 15) ||
           kp_streq(t->canonical, "auto");
}

/* Names that emission makes: none that the program has. */
static bool is_ours(const struct meanings *m, const char *name)
{
    return !*name || kp_streq(name, "operator()") ||
           ((!strncmp(name, "kp_", 3) || !strncmp(name, "__pipeline_", 11)) &&
            !kp_first_named(m->program, name, strlen(name)));
}

/* True for a function made by emission, without user code. */
static bool is_helper(const struct meanings *m, const struct kp_node *n)
{
    return n->kind == KP_VAR && n->sym && is_ours(m, n->sym->name) &&
           !strncmp(n->sym->name, "kp_clear", 8);
}

static bool is_defined(const struct kp_sym *s)
{
    return s->kind == KP_SYM_FUNCTION && s->decl;
}

static void add_function(struct meanings *m, const struct kp_sym *f);

static void add_names(struct meanings *m, const struct kp_node *n)
{
    /* kpipe's own variables have constructors that do nothing */
    if (n->sym && !is_ours(m, n->sym->name) && !kp_is_empty_constructor(n)) {
        const char *meaning = meaning_of(m, n);

        kp_push(m->u->arena, &m->list, meaning);
        if (m->plain && is_local(n->sym) && n->sym->type && !is_deduced(n->sym->type))
            kp_push(m->u->arena, &m->list,
                    kp_sprintf(m->u->arena, "%s %s", meaning, type_text(n->sym->type)));
        if (n->sym->kind == KP_SYM_FUNCTION && !n->sym->from_prelude)
            add_function(m, n->sym);
    }
    if (n->sym && n->sym->is_method && n->sym->decl && n->sym->decl->kind == KP_FUNCTION &&
        kp_streq(n->sym->name, "operator()"))
        add_function(m, n->sym);
    if (!n->sym && n->name && *n->name && !kp_map_get(&m->resolved, n)) /* any of that name */
        kp_each_named(s, m->u, n->name) if (is_defined(s)) add_function(m, s);
    kp_each_child(c, n) if (!is_helper(m, c)) add_names(m, c);
}

/* A call that waits for an instance is the same function's in each if it did not wait before: the
 * types of what it is handed hang on none. */
static void see_resolved(struct meanings *m, const struct kp_node *n)
{
    if ((n->kind == KP_CALL || n->kind == KP_OPCALL) && n->pattern && n->sym)
        *kp_map_at(m->u->arena, &m->resolved, n->pattern) = 1;
    kp_each_child(c, n) see_resolved(m, c);
}

/* Includes the functions that it calls, whose bodies may have been inlined. */
static void add_function(struct meanings *m, const struct kp_sym *f)
{
    bool was = m->is_elsewhere;

    if (f->pattern)
        f = f->pattern;
    for (size_t i = 0; i < m->seen.n; i++)
        if (m->seen.v[i] == f)
            return;
    kp_push(m->u->arena, &m->seen, f);
    m->is_elsewhere =
        m->apart && (!kp_streq(f->name, m->function) || !(f->is_kernel || f->is_device));
    for (size_t i = 0; i < m->u->parse.instances.n; i++)
        if (m->u->parse.instances.v[i].pattern == f)
            see_resolved(m, m->u->parse.instances.v[i].function);
    if (f->decl)
        add_names(m, f->decl);
    for (size_t i = 0; i < m->u->parse.instances.n; i++)
        if (m->u->parse.instances.v[i].pattern == f)
            add_names(m, m->u->parse.instances.v[i].function);
    m->is_elsewhere = was;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct meanings meanings_of(const struct kp_unit *u, const struct kp_unit *program,
                                   const char *function, bool apart, bool plain)
{
    struct meanings m = {
        .u = u, .program = program, .function = function, .apart = apart, .plain = plain};

    kp_each_named(s, u, function) if (is_defined(s) && !s->decl->file) add_function(&m, s);
    if (m.list.n)
        qsort(m.list.v, m.list.n, sizeof *m.list.v, by_text);
    return m;
}

/* ---- comparison --------------------------------------------------------------------------- */

/* True for a tile, whose declaration changes and whose type changes if rows are padded. */
static bool is_tile(const struct kp_unit *u, const char *name, size_t length)
{
    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; k < u->loops.v[i]->tiles.n; k++) {
            const char *tile = u->loops.v[i]->tiles.v[k]->sym->name;

            if (strlen(tile) == length && !strncmp(tile, name, length))
                return true;
        }
    return false;
}

/* True for names that only the output may use: CUDA's, which emission needs, and locals that only
 * types named. Members of dim3 follow a dot and hide nothing. */
static bool is_added(const char *meaning, bool had_another)
{
    return !strncmp(meaning, "CUDA's dim3::", 13) ||
           (!had_another && (!strncmp(meaning, "CUDA's ", 7) || !strncmp(meaning, "a local", 7)));
}

/* True for the name of the only constant of the program that is called so, as which the input's
 * function names it: the arguments of templates are no nodes of the tree. */
static bool is_only_constant(const struct meanings *was, const char *name, size_t length,
                             const char *meaning)
{
    const struct kp_sym *only = NULL;
    struct kp_str text = kp_str_new(was->u->arena);

    kp_each_named_n(s, was->u, name, length)
    {
        if (only || is_local(s) || !s->has_value || s->from_prelude)
            return false;
        only = s;
    }
    if (!only)
        return false;
    add_meaning(was->u, &text, only);
    return kp_streq(kp_str_text(&text), meaning);
}

/* A name in `is` with a meaning that no name in `was` has; NULL: there is none. */
static const char *new_meaning(const struct meanings *was, const struct meanings *is)
{
    size_t k = 0;

    for (size_t i = 0; i < is->list.n; i++) {
        const char *x = is->list.v[i], *name = x + (*x == MEMBER || *x == ELSEWHERE);
        size_t length = strcspn(x, "\n"), n = length - (size_t)(name - x);
        bool had_another = false;

        while (k < was->list.n && strcmp(was->list.v[k], x) < 0)
            k++;
        if (k < was->list.n && kp_streq(was->list.v[k], x))
            continue;
        for (size_t at = k ? k - 1 : 0; at <= k && at < was->list.n; at++)
            had_another |= !strncmp(was->list.v[at], x, length + 1);
        if (!is_tile(was->u, name, n) && !is_added(x + length + 1, had_another) &&
            (had_another || !is_only_constant(was, name, n, name)))
            return kp_sprintf(was->u->arena, "'%.*s' would not mean what it does", (int)n, name);
    }
    return NULL;
}

static bool is_in(const struct kp_parse_error *e, const struct kp_unit *v, const char *function)
{
    kp_each_named(s, v, function) if (is_defined(s) && !s->decl->file &&
                                      e->offset >= s->decl->span.begin &&
                                      e->offset < s->decl->span.end) return true;
    return false;
}

/* The number of errors in functions of that name; *text is one of them. */
static size_t errors_in(const struct kp_unit *u, const char *function, const char **text)
{
    size_t n = 0;

    for (size_t i = 0; i < u->parse.errors.n; i++) {
        const struct kp_parse_error *e = &u->parse.errors.v[i];

        if (e->fatal && !e->file && is_in(e, u, function)) {
            *text = e->text;
            n++;
        }
    }
    return n;
}

/* Why names in the loop's function have other meanings than in the input; NULL: they do not. */
static const char *other_meaning(const struct kp_unit *u, const struct kp_unit *v,
                                 const struct kp_loop *l)
{
    const struct kp_unit *made = u->derived ? u->derived : u;
    bool apart = !made->is_inlined && !made->is_merged && !made->says_values,
         plain = apart && !l->function->is_template;
    const char *name = l->function->name, *error = NULL;
    size_t had = errors_in(u, name, &error);
    struct meanings was, is;

    if (errors_in(v, name, &error) > had) /* a refused function of the name may have some */
        return error;
    was = meanings_of(u, u, name, apart, plain);
    is = meanings_of(v, u, name, apart, plain);
    return new_meaning(&was, &is);
}

/* Why a loop is not as it was, or is not known to be. */
struct unlike {
    const char *why; /* NULL: it is */
    enum kp_code code;
};

/* The output's own assertion holds for all instances in sight: it has found another one. */
static struct unlike other_names(const struct kp_unit *u, const struct kp_unit *v,
                                 const struct kp_loop *l)
{
    const char *why = other_meaning(u, v, l);

    if (why && strstr(why, kp_made_for_others))
        return (struct unlike){"an instance that is not visible", KP_CODE_KP609};
    return (struct unlike){why, KP_CODE_KP612};
}

static bool are_functions_alike(const struct kp_sym *f, const struct kp_sym *g)
{
    return kp_streq(f->name, g->name) && f->is_template == g->is_template;
}

KP_VEC_TYPE(numbers, size_t);

struct by_name {
    struct kp_words names;
    struct kp_map at; /* by the set's own text: index + 1 in lists */
    KP_VEC(struct numbers *) lists;
};

/* The numbers of the loops before this one in functions of that name. */
static struct numbers *before_in(struct kp_unit *u, struct by_name *all, const struct kp_sym *f)
{
    size_t n = strlen(f->name), *at;

    kp_words_add(u->arena, &all->names, f->name, n);
    at = kp_map_at(u->arena, &all->at, kp_words_find(&all->names, f->name, n));
    if (!*at) {
        kp_push(u->arena, &all->lists, kp_new(u->arena, struct numbers));
        *at = all->lists.n;
    }
    return all->lists.v[*at - 1];
}

/* The first rewritten loop in a function of the same name, up to loop i. */
static size_t judged_like(const struct kp_unit *u, const struct numbers *before, size_t i)
{
    for (size_t n = 0; n < before->n; n++) {
        const struct kp_loop *l = u->loops.v[before->v[n]];

        if (kp_is_rewritten(l) && !l->is_joined &&
            are_functions_alike(l->function, u->loops.v[i]->function))
            return before->v[n];
    }
    return i;
}

/* .. that is executed as loop i is, in the same function. */
static size_t executed_like(struct kp_unit *u, const struct numbers *before, size_t i)
{
    const struct kp_loop *l = u->loops.v[i];

    for (size_t n = 0; kp_is_pipelined(l) && n < before->n; n++) {
        const struct kp_loop *other = u->loops.v[before->v[n]];

        if (kp_is_pipelined(other) && !other->is_joined && kp_validates_both(u, other, l))
            return before->v[n];
    }
    return i;
}

/* Whether the loop's function computes the same as the input's. */
static struct unlike unequal(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l)
{
    struct kp_validation x = {0};

    if (kp_is_pipelined(l))
        x = kp_compare_loop(u, v, l);
    if (x.validity == KP_NOT_FOLLOWED)
        return (struct unlike){x.why, KP_CODE_KP613};
    return (struct unlike){x.why, KP_CODE_KP612};
}

/* Executes the functions. Which of its loops is to blame for a difference, nobody knows. */
static bool find_differing(struct kp_unit *u, struct kp_unit *v, struct unlike *unlike)
{
    const char **differs = kp_new_array(u->arena, const char *, u->loops.n + 1);
    const char **why = kp_new_array(u->arena, const char *, u->loops.n + 1);
    bool any;

    for (size_t i = 0; i < u->loops.n; i++)
        why[i] = unlike[i].why;
    any = kp_execute_loops(u, v, why, differs);
    for (size_t i = 0; i < u->loops.n; i++)
        if (differs[i])
            unlike[i] = (struct unlike){differs[i], KP_CODE_KP612};
    return any;
}

/* Fills the reasons for loops that fail the check; false when none fails, or when the unit's error
 * is set. */
static bool find_unlike(struct kp_unit *u, struct unlike *unlike)
{
    struct kp_unit *v = kp_unit_derive(u);
    struct by_name all = {0};
    bool any = false;

    if (!kp_pipeline_text(v, u->source.path, u->output, u->output_size, KP_PASS_FN)) {
        u->self_check_failed = !v->error;
        u->error = v->error ? v->error : "the output cannot be parsed; this is a bug in kpipe";
        return false;
    }
    kp_declare_reused(v, true);
    for (size_t i = 0; i < u->loops.n; i++) {
        struct numbers *before = before_in(u, &all, u->loops.v[i]->function);
        size_t same = judged_like(u, before, i), executed = executed_like(u, before, i);

        kp_push(u->arena, before, i);
        if (!kp_is_rewritten(u->loops.v[i]) || u->loops.v[i]->is_joined)
            continue;
        if (same < i)
            unlike[i] = unlike[same];
        else
            unlike[i] = other_names(u, v, u->loops.v[i]);
        if (!unlike[i].why)
            unlike[i] = executed < i ? unlike[executed] : unequal(u, v, u->loops.v[i]);
        any |= unlike[i].why != NULL;
    }
    any |= find_differing(u, v, unlike);
    if (any || !kp_has_new_error(v, u))
        return any;
    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_rewritten(u->loops.v[i]))
            unlike[i] = (struct unlike){"the rest of the file has an error with it", KP_CODE_KP612};
    return true;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* The wide text alone may be what the check cannot follow, or takes for something else. */
static bool has_narrower(struct kp_unit *u, size_t i, const struct unlike *unlike)
{
    return unlike->code != KP_CODE_KP609 && u->loops.v[i]->widened &&
           kp_request_at(u, i).width == KP_WIDTH_AUTO;
}

/* The output without the loops that fail the check, or without their wide copies: then *again. */
static struct kp_unit *without(struct kp_unit *u, struct unlike *unlike, bool *again)
{
    struct kp_request *requests = kp_new_array(u->arena, struct kp_request, u->loops.n + 1);
    struct kp_unit *v;

    *again = false;
    for (size_t i = 0; i < u->loops.n; i++) {
        requests[i] = kp_request_at(u, i);
        if (unlike[i].why && has_narrower(u, i, &unlike[i])) {
            requests[i].width = KP_WIDTH_NARROW;
            unlike[i].why = NULL;
            *again = true;
        } else if (unlike[i].why)
            requests[i].leave = "it does not read back";
    }
    v = kp_pipeline_again(u->arena, u, requests);
    for (size_t i = 0; i < u->loops.n && i < v->loops.n && !v->error; i++)
        if (unlike[i].why) {
            v->loops.v[i]->refusals.n = 0;
            kp_refuse(v, v->loops.v[i], unlike[i].code, NULL, unlike[i].why)->hint =
                unlike[i].code == KP_CODE_KP609 ? kp_hint_for_instances : NULL;
        }
    return v;
}

struct kp_unit *kp_read_back(struct kp_unit *u)
{
    struct unlike *unlike = kp_new_array(u->arena, struct unlike, u->loops.n + 1);
    bool again = true;

    while (!u->error && !u->options->ablation && kp_has_changed(u) && find_unlike(u, unlike)) {
        if (!again) {
            u->error =
                kp_sprintf(u->arena, "%s: the output does not read back; this is a bug in kpipe",
                           u->source.path);
            u->self_check_failed = true;
            break;
        }
        u = without(u, unlike, &again);
    }
    return u;
}
