/* The execution of input and output on sampled sizes, function by function. */
#include "texts/executed.h"

#include "front/tree.h"
#include "model/own_text.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "sample/sample.h"
#include "texts/texts.h"
#include "validate/definition.h"

enum { GUESSES = 4, MOST_BYTES = 256 * 1024, MOST_NUMBERS = 5 };

/* Arguments for templates' parameters that are numbers, by how many of them there are. What a
 * kernel does not allow for its block is found out by its execution: such a run is none. */
static const int usual_numbers[MOST_NUMBERS][GUESSES][MOST_NUMBERS] = {
    {{16}, {32}, {128}, {8}},
    {{16, 16}, {32, 8}, {64, 16}, {4, 32}},
    {{16, 16, 16}, {64, 64, 16}, {32, 32, 8}, {8, 8, 8}},
    {{64, 64, 8, 8}, {16, 16, 16, 16}, {32, 32, 8, 4}, {8, 8, 8, 8}},
    {{64, 64, 8, 8, 8}, {64, 64, 16, 4, 4}, {128, 128, 8, 8, 8}, {16, 16, 16, 16, 16}},
};

/* .. of more of them. */
static const int all_alike[GUESSES] = {8, 16, 4, 2};

/* ---- templates without instances ------------------------------------------------------------ */

static bool is_any_error(const struct kp_unit *u, const char *text)
{
    for (size_t i = 0; i < u->parse.errors.n; i++)
        if (u->parse.errors.v[i].fatal && kp_streq(u->parse.errors.v[i].text, text))
            return true;
    return false;
}

bool kp_has_new_error(const struct kp_unit *output, const struct kp_unit *input)
{
    for (size_t i = 0; i < output->parse.errors.n; i++)
        if (output->parse.errors.v[i].fatal && !is_any_error(input, output->parse.errors.v[i].text))
            return true;
    return false;
}

/* The kernel's template, also where the symbol is one of another text of the file. */
static const struct kp_launch *template_of(const struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->parse.templates.n; i++)
        if (kp_streq(u->parse.templates.v[i].kernel->qualified, function->qualified))
            return &u->parse.templates.v[i];
    return NULL;
}

static bool is_number(const struct kp_sym *param)
{
    return param->kind == KP_SYM_TVALUE && param->type && param->type->kind == KP_TYPE_INT;
}

/* One argument; the types of one that is not the first may be those of indices. NULL: there is no
 * usual one. */
static const char *argument(struct kp_arena *arena, const struct kp_sym *param, size_t n_numbers,
                            size_t number, bool is_first_type, unsigned guess)
{
    if (param->kind == KP_SYM_TYPE)
        return guess == 2 || (guess == 3 && !is_first_type) ? "int" : "float";
    if (param->type && param->type->kind == KP_TYPE_BOOL)
        return guess % 2 ? "true" : "false";
    if (!is_number(param))
        return NULL;
    return kp_sprintf(arena, "%d",
                      n_numbers > MOST_NUMBERS ? all_alike[guess]
                                               : usual_numbers[n_numbers - 1][guess][number]);
}

/* `k<float, 16>`; NULL: there is none. */
static const char *guessed_instance(struct kp_arena *arena, const struct kp_launch *template,
                                    unsigned guess)
{
    struct kp_str out = kp_str_new(arena);
    size_t n_numbers = 0, number = 0, types = 0;

    if (!template->tvalues.n || strchr(template->kernel->qualified, '('))
        return NULL;
    for (size_t i = 0; i < template->tvalues.n; i++)
        n_numbers += is_number(template->tvalues.v[i].param);
    kp_str_addf(&out, "%s", template->kernel->qualified);
    for (size_t i = 0; i < template->tvalues.n; i++) {
        const struct kp_sym *param = template->tvalues.v[i].param;
        const char *text = argument(arena, param, n_numbers, number, !types, guess);

        if (!text)
            return NULL;
        number += is_number(param);
        types += param->kind == KP_SYM_TYPE;
        kp_str_addf(&out, "%s%s", i ? ", " : "<", text);
    }
    kp_str_add(&out, ">");
    return kp_str_text(&out);
}

/* The unit's text with that instance in sight; NULL: it has an error that the text has not. */
static struct kp_unit *with_instance(struct kp_unit *u, const char *instance)
{
    struct kp_unit *v = kp_unit_derive(u);
    struct kp_str out = kp_str_new(u->arena);
    bool is_read;

    kp_str_addn(&out, u->source.text, u->source.size);
    kp_str_addf(&out, "\nnamespace kp_guess { static void *of() { return (void *)&::%s; } }\n",
                instance);
    is_read = kp_pipeline_text(v, u->source.path, kp_str_text(&out), out.n, KP_PASS_FN);
    return is_read && !kp_has_new_error(v, u) ? v : NULL;
}

/* `bytes`: how many may be parsed for guesses; those that were are taken off. */
static struct kp_sampled execute(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l,
                                 uint64_t steps, int64_t *bytes)
{
    struct kp_sampled x = kp_sample(u, v, l, steps);
    const struct kp_launch *template = x.has_no_instance ? template_of(u, l->function) : NULL;
    uint64_t taken = 0;

    for (unsigned guess = 0;
         template && guess < GUESSES && *bytes > 0 && !x.runs && !x.differs && taken < steps;
         guess++) {
        const char *instance = guessed_instance(u->arena, template, guess);
        struct kp_unit *was = instance ? with_instance(u, instance) : NULL;
        struct kp_unit *is = was ? with_instance(v, instance) : NULL;

        if (instance)
            *bytes -= (int64_t)(u->source.size + v->source.size);
        if (!is)
            continue;
        x = kp_sample(was, is, l, steps - taken);
        x.steps = taken += x.steps;
        if (x.differs)
            x.differs = kp_sprintf(u->arena, "%s (%s)", x.differs, instance);
    }
    return x;
}

/* ---- other texts of the input ---------------------------------------------------------------- */

KP_VEC_TYPE(inner_texts, struct kp_unit *);

/* The input with types for its closures' parameters; NULL: it has them. */
static struct kp_unit *settled(struct kp_unit *u, const struct kp_loop *l, int64_t *bytes)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    const struct kp_node *own = kp_only_definition(u, l->function);
    struct kp_unit *v = kp_unit_derive(u);
    struct kp_patches p = {0};
    const char *text;

    if (*bytes <= 0 || !own || !own->sym || !kp_settle_closures(u, own->sym, &p))
        return NULL;
    *bytes -= (int64_t)u->source.size;
    text = kp_render(u, all, &p);
    return kp_pipeline_text(v, u->source.path, text, strlen(text), KP_PASS_FN) &&
                   !kp_has_new_error(v, u)
               ? v
               : NULL;
}

/* The texts between the input and the output; the outermost is last. */
static void texts_between(struct kp_unit *u, const struct kp_loop *l, int64_t *bytes,
                          struct inner_texts *out)
{
    struct kp_unit *first = settled(u, l, bytes);

    for (const struct kp_unit *w = u->derived; w && w != u; w = w->outer)
        if (!w->is_merged)
            kp_push(u->arena, out, (struct kp_unit *)w);
    if (first)
        kp_push(u->arena, out, first);
}

/* The input, and where nothing can be executed for what it says, the outermost text of those from
 * which the output was made that can. What was made wrong before that is not seen, so it counts
 * only where it differs. */
static struct kp_sampled execute_texts(struct kp_unit *u, struct kp_unit *v,
                                       const struct kp_loop *l, uint64_t steps, int64_t *bytes)
{
    struct kp_sampled x = execute(u, v, l, steps, bytes), y = {0};
    struct inner_texts texts = {0};

    if (x.runs || x.differs)
        return x;
    texts_between(u, l, bytes, &texts);
    for (size_t i = texts.n; i-- > 0 && !y.runs && !y.differs && x.steps < steps;) {
        y = execute(texts.v[i], v, l, steps - x.steps, bytes);
        x.steps += y.steps;
    }
    x.differs = y.differs;
    return x;
}

struct kp_sampled kp_execute_loop(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l,
                                  uint64_t steps)
{
    int64_t bytes = MOST_BYTES;

    return execute_texts(u, v, l, steps, &bytes);
}

/* ---- all ------------------------------------------------------------------------------------ */

bool kp_execute_loops(struct kp_unit *u, struct kp_unit *v, const char *const *why,
                      const char **differs)
{
    struct kp_map firsts = {0}; /* by function: 1 + its first loop that was executed */
    uint64_t left = KP_FILE_STEPS, steps;
    int64_t bytes = MOST_BYTES;
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_sampled x;
        size_t *first;

        if (!kp_is_rewritten(l) || why[i] || l->is_joined)
            continue;
        first = kp_map_at(u->arena, &firsts, l->function);
        if (*first) {
            differs[i] = differs[*first - 1];
            continue;
        }
        *first = i + 1;
        if (!left) {
            u->loops.v[i]->unsampled = "functions in front of it took too long";
            continue;
        }
        steps = kp_sample_steps(u, l) < left ? kp_sample_steps(u, l) : left;
        x = execute_texts(u, v, l, steps, &bytes);
        left -= x.steps;
        differs[i] = x.differs;
        u->loops.v[i]->unsampled = x.runs ? NULL : x.why_not;
        any |= x.differs != NULL;
    }
    return any;
}
