#include "sample/sample.h"

#include "model/launched.h"
#include "sample/machine.h"
#include "validate/definition.h"

enum {
    MOST_INSTANCES = 4,
    MOST_SHAPES = 12,
    FEWEST_STEPS = 4096,
    FEWEST_BARRIERS = 3,
    BARRIERS = 22,
    SHORT = 128,
    MOST_ALIKE = 3
};
static const int64_t lengths[] = {4, 8, 16, 48, 80, 144, 272, 528};
/* .. of extents and strides: large ones first, since rows of the data may not overlap; but an array
 * may be made for small ones. */
static const int64_t others[] = {1024, 64, 16};
enum {
    LENGTHS = sizeof lengths / sizeof *lengths,
    SHORT_LENGTHS = 2,
    OTHERS = sizeof others / sizeof *others,
    NOT_SO_LARGE = 128
};

/* A sample that the input defines. */
struct found {
    int blocks; /* set_grid(); 0: there is none */
    unsigned shape;
    size_t length;
    bool by_last_resort; /* with its sizes */
    uint64_t steps;
    struct kp_memory m;
};

struct sampling {
    struct kp_arena *arena;
    struct kp_sample_program was, is;
    struct kp_room room;
    struct kp_arguments args;
    unsigned shape; /* of the block, and the length, that were of use last */
    size_t length;
    struct kp_merge merge;
    int stages;
    uint64_t steps, reserve; /* reserve: for a sample where there would be none */
    bool is_last_resort;     /* it is in use: one order of threads, and the shortest loops */
    int64_t others;          /* integers that no loop with a barrier depends on */
    bool meets;              /* a test in front of the loop asks whether arrays overlap */
    bool may_be_unset;       /* what is read of shared memory, in a block that is a guess */
    struct {
        bool any;
        unsigned shape;
        size_t length;
    } too_long; /* the first run that was given up, or not begun, because it takes too long */
    struct found fewest; /* what there was without the reserve: too few trips */
    uint64_t base_steps; /* of the input's run, BASE */
    struct {
        struct kp_memory m;
        struct kp_arguments args;
        unsigned shape;
        size_t length;
    } base;            /* .. what it left, and began with; of no use: m has no barriers */
    uint32_t barriers; /* of the sample that has most */
    struct {
        uint32_t barriers;
        const char *why;
    } farthest; /* of the runs of no use: the one that got farthest, and what stood in its way */
    struct kp_sampled result;
};

static void set_arguments(struct sampling *s, struct kp_sizes of, int64_t length)
{
    of.length = length;
    of.others = s->is_last_resort && s->others > NOT_SO_LARGE ? NOT_SO_LARGE : s->others;
    kp_set_arguments(&s->args, of);
}

/* One block runs, the last of `n` along each axis. With merged blocks all run, and with ragged
 * sizes one of them is beyond the grid. */
static void set_grid(const struct sampling *s, struct kp_sizes of, struct kp_grid *g, int n)
{
    int by[3] = {s->merge.x, s->merge.y, s->merge.z};
    bool is_merged = by[0] > 1 || by[1] > 1 || by[2] > 1;
    bool is_edge = of.kind == KP_SIZES_EDGE || of.kind == KP_SIZES_RAGGED;

    g->only_last = !is_merged;
    for (int i = 0; i < 3; i++) {
        g->grid[i] = !is_merged ? n : by[i] > 1 ? by[i] + is_edge : 1;
        if (!s->was.reads_block[i])
            g->grid[i] = 1;
    }
}

/* ---- one sample ------------------------------------------------------------------------------ */

/* Memory as nobody has written it. */
static struct kp_memory memory_of(struct sampling *s)
{
    return (struct kp_memory){
        .arena = s->arena, .params = s->args.contents, .n_params = s->args.n, .seed = s->args.seed};
}

static bool execute(struct sampling *s, const struct kp_sample_program *code, struct kp_grid *g,
                    struct kp_memory *m, bool backwards, uint64_t *steps)
{
    g->args = &s->args;
    g->room = &s->room;
    g->backwards = backwards;
    return kp_grid_run(code, g, m, steps, &s->result.why_not);
}

/* True if this sample is one of a program whose result is defined, and takes no more than that. */
static bool is_defined(struct sampling *s, struct kp_grid *g, struct kp_memory *m, bool wants_set,
                       uint64_t part)
{
    uint64_t left = part;
    bool ended;

    *m = memory_of(s);
    m->must_be_set = wants_set;
    ended = execute(s, &s->was, g, m, false, &left);
    s->steps -= part - left;
    if (ended)
        s->result.why_not = m->bad            ? m->bad
                            : m->is_racy      ? "two threads write to one place"
                            : !m->stored.used ? "it writes nothing"
                                              : NULL;
    if (s->result.why_not && (!s->farthest.why || m->barriers > s->farthest.barriers)) {
        s->farthest.barriers = m->barriers;
        s->farthest.why = s->result.why_not;
    }
    return !s->result.why_not;
}

/* .. or if it depends on the order of threads. That is asked when there is a difference. */
static bool depends_on_order(struct sampling *s, struct kp_grid *g, const struct kp_memory *m)
{
    struct kp_memory other = memory_of(s);

    if (!execute(s, &s->was, g, &other, true, &s->steps))
        return true;
    if (!other.bad && kp_stored_same(&m->stored, &other.stored))
        return false;
    s->result.why_not = "its result depends on the order of threads";
    return true;
}

/* Of the input's run and another one of it, in which shared memory that nobody has written is
 * something else: the bytes that are the same in both do not depend on it. True if the output has
 * those. Where it does what no program may do, the input must do something else in that run, too.
 */
static bool differs_by_unset(struct sampling *s, struct kp_grid *g, const struct kp_memory *m,
                             const struct kp_memory *output)
{
    static const uint8_t unset[] = {0x5a, 0xda}; /* large numbers, above 0 and below it */

    for (size_t i = 0; m->reads_unset && i < sizeof unset; i++) {
        struct kp_memory other = memory_of(s);

        other.unset = unset[i];
        if (!execute(s, &s->was, g, &other, false, &s->steps))
            return true;
        s->result.why_not = "its result depends on shared memory that is not set";
        if (other.bad ||
            (output->bad ? !kp_stored_same(&m->stored, &other.stored)
                         : kp_stored_same_as_both(&m->stored, &other.stored, &output->stored)))
            return true;
    }
    return false;
}

/* True if the output leaves the same. */
static bool compare(struct sampling *s, struct kp_grid *g, const struct kp_memory *m,
                    bool in_any_order)
{
    for (int backwards = 0; backwards < 1 + in_any_order; backwards++) {
        struct kp_memory other = memory_of(s);

        other.may_read = &m->reads;
        if (!execute(s, &s->is, g, &other, backwards, &s->steps))
            return false;
        if (!other.bad && kp_stored_same(&m->stored, &other.stored))
            continue;
        if (!differs_by_unset(s, g, m, &other) && !depends_on_order(s, g, m))
            s->result.differs =
                other.bad ? other.bad : "executed on small sizes, it leaves other values in memory";
        return false;
    }
    s->result.runs++;
    return true;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

struct shapes {
    int64_t dim[MOST_SHAPES][3];
    unsigned n;
    bool is_known; /* the first is that of all launches */
};

static struct shapes possible_shapes(const struct kp_unit *u, const struct kp_sym *f)
{
    static const int64_t usual[][3] = {{16, 16, 1}, {256, 1, 1}, {32, 8, 1},
                                       {128, 1, 1}, {32, 32, 1}, {8, 8, 1},
                                       {64, 1, 1},  {32, 4, 1},  {512, 1, 1}};
    struct shapes s = {.n = 0};

    s.is_known = kp_launched_block(u, f, s.dim[0]);
    s.n += s.is_known;
    if (f->launch_max && !(s.n && s.dim[0][0] == f->launch_max))
        memcpy(s.dim[s.n++], (const int64_t[3]){f->launch_max, 1, 1}, sizeof *s.dim);
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !s.is_known; i++)
        if (!f->launch_max ||
            (usual[i][0] * usual[i][1] <= f->launch_max && usual[i][0] != f->launch_max))
            memcpy(s.dim[s.n++], usual[i], sizeof *usual);
    return s;
}

/* Only the first sizes, as it is for mistakes in barriers. */
static bool is_in_any_order(const struct sampling *s, struct kp_sizes of)
{
    return of.kind == KP_SIZES_BASE && !s->is_last_resort;
}

/* What a run of the input may take: the output is executed, too, and may take longer. If this run
 * turns out to be of no use, there must be enough for the sample that was found before. */
static uint64_t steps_of_run(const struct sampling *s, struct kp_sizes of, const struct found *f)
{
    uint64_t part = is_in_any_order(s, of) ? s->steps / 3 : s->steps / 5 * 2;
    uint64_t kept = f->blocks ? 3 * f->steps : 0;

    return s->steps < kept ? 0 : s->steps - kept < part ? s->steps - kept : part;
}

static bool is_long_enough(const struct sampling *s, const struct found *f)
{
    uint32_t few = 2 * (uint32_t)(s->stages + 1); /* all buffers are filled, and one anew */

    return f->m.barriers >= BARRIERS || (f->m.barriers >= few && SHORT * f->steps > s->steps) ||
           (f->m.barriers >= FEWEST_BARRIERS && s->is_last_resort);
}

static void note_too_long(struct sampling *s, unsigned shape, size_t length)
{
    if (s->too_long.any)
        return;
    s->too_long.any = true;
    s->too_long.shape = shape;
    s->too_long.length = length;
}

/* Finds a length for which loops have several trips, many where that takes little time: the shorter
 * ones first, as a loop may have a trip for each unit of it. *m: of what was tried last. */
static void find_length(struct sampling *s, struct kp_grid *g, struct kp_memory *m,
                        struct kp_sizes of, bool wants_set, unsigned shape, struct found *f)
{
    unsigned alike = 0;

    for (size_t k = s->length; k < LENGTHS; k++) {
        uint64_t steps = s->steps, part = steps_of_run(s, of, f);

        set_arguments(s, of, lengths[k]);
        if (part <= f->steps) {
            note_too_long(s, shape, k);
            return;
        }
        if (is_defined(s, g, m, wants_set, part)) {
            steps -= s->steps;
            alike = f->blocks && steps == f->steps && SHORT * steps > s->steps ? alike + 1 : 0;
            *f = (struct found){1, shape, k, s->is_last_resort, steps, *m};
            if (is_long_enough(s, f) || alike == MOST_ALIKE || (alike && s->is_last_resort))
                return;
            if (alike) /* loops do not have a trip for each unit */
                k = alike == 1 && k < SHORT_LENGTHS ? SHORT_LENGTHS : k + 1;
        } else if (s->result.why_not == kp_too_long) {
            note_too_long(s, shape, k);
            return;
        } else if (s->is_last_resort && !m->bad && !m->stored.used) {
            return; /* the block may have no work at all */
        } else if (m->bad && (k >= SHORT_LENGTHS || of.kind != KP_SIZES_BASE)) {
            return; /* rows may be as short as a length, and shorter than a vector */
        }
    }
}

static void take_shape(const struct sampling *s, const struct shapes *shapes, struct kp_sizes of,
                       unsigned shape, int blocks, struct kp_grid *g)
{
    memcpy(g->block, shapes->dim[shape], sizeof g->block);
    set_grid(s, of, g, blocks);
}

/* .. for a block; at the edge of the data its grid ends with the last block that has work. */
static struct found find_sample(struct sampling *s, const struct shapes *shapes, struct kp_sizes of,
                                unsigned shape)
{
    struct found f = {0};

    for (int n = 2; n && !f.blocks; n--) {
        struct kp_memory m = {0};
        struct kp_grid g;

        take_shape(s, shapes, of, shape, n, &g);
        find_length(s, &g, &m, of, !shapes->is_known && !s->may_be_unset, shape, &f);
        f.blocks = f.blocks ? n : 0;
        if ((m.stored.used && !m.is_racy) || !g.only_last ||
            (s->result.why_not == kp_too_long && !s->is_last_resort))
            break;
    }
    return f;
}

/* Takes the first block that the function can be for and in which loops have several trips; else
 * that in which they have fewer. */
static void sample_run(struct sampling *s, const struct shapes *shapes, struct kp_sizes of)
{
    struct found best = s->fewest;
    struct kp_grid g;

    if (of.kind != KP_SIZES_BASE && steps_of_run(s, of, &best) < s->base_steps)
        return;
    for (unsigned i = s->shape; i < shapes->n; i++) {
        uint64_t kept = best.blocks ? 4 * best.steps : 0; /* for what has been found */
        struct found f;

        if (s->steps < kept + FEWEST_STEPS)
            break;
        s->steps -= kept;
        f = find_sample(s, shapes, of, i);
        s->steps += kept;
        if (f.blocks && (!best.blocks || f.m.barriers > best.m.barriers))
            best = f;
        if (best.m.barriers >= FEWEST_BARRIERS)
            break;
    }
    if (s->too_long.any && s->reserve && of.kind == KP_SIZES_BASE &&
        best.m.barriers < FEWEST_BARRIERS) {
        s->fewest = best;
        return;
    }
    s->is_last_resort = best.by_last_resort;
    if (!best.blocks) {
        s->result.why_not = s->farthest.why;
        return;
    }
    set_arguments(s, of, lengths[best.length]);
    s->shape = best.shape;
    s->length = best.length;
    take_shape(s, shapes, of, best.shape, best.blocks, &g);
    if (of.kind == KP_SIZES_BASE) {
        s->base_steps = best.steps;
        s->base.m = best.m;
        s->base.shape = best.shape;
        s->base.length = best.length;
        s->base.args = s->args;
    }
    if (compare(s, &g, &best.m, is_in_any_order(s, of)) && best.m.barriers > s->barriers)
        s->barriers = best.m.barriers;
}

/* Arrays that overlap such that loads which came earlier would find other values: what a test in
 * front of the loop is for. */
static void sample_meetings(struct sampling *s, const struct shapes *shapes)
{
    const uint64_t set = kp_free_pointers(&s->args);

    s->shape = s->base.shape;
    s->length = s->base.length;
    for (size_t i = 0; i < s->args.n; i++)
        for (size_t k = 0; k < s->args.n && !s->result.differs; k++) {
            struct kp_meeting meet[2];
            unsigned n = 0;

            if (i != k && (set >> i & 1) && (set >> k & 1))
                n = kp_find_meetings(&s->base.m, s->base.args.value, i, k, meet);
            while (n-- > 0 && !s->result.differs)
                sample_run(s, shapes, (struct kp_sizes){.kind = KP_SIZES_MEET, .meet = meet[n]});
        }
}

/* From where time was up. Other sizes would take as long. */
static void sample_last(struct sampling *s, const struct shapes *shapes)
{
    s->steps += s->reserve;
    s->reserve = 0;
    s->is_last_resort = true;
    s->shape = s->too_long.shape;
    s->length = s->too_long.length;
    sample_run(s, shapes, (struct kp_sizes){.kind = KP_SIZES_BASE});
    s->is_last_resort = false;
    s->fewest.blocks = 0;
}

/* True if nothing that was tried is a sample, other than for the time that it takes. */
static bool has_none(const struct sampling *s)
{
    return !s->barriers && !s->too_long.any && !s->result.differs;
}

static void sample_instance(struct sampling *s, const struct shapes *shapes, const struct kp_fn *a,
                            const struct kp_fn *b)
{
    const char *why = NULL, *first;

    if (!kp_program_make(s->arena, a, &s->was, &why) ||
        !kp_program_make(s->arena, b, &s->is, &why)) {
        s->result.why_not = why;
        return;
    }
    s->shape = 0;
    s->length = 0;
    s->too_long.any = false;
    s->farthest.why = NULL;
    s->base_steps = s->barriers = 0;
    s->base.m.barriers = 0;
    if (!kp_find_arguments(s->arena, s->was.fn, &s->args)) {
        s->result.why_not = "it has too many parameters";
        return;
    }
    for (size_t i = 0; i < OTHERS && (!i || has_none(s)); i++) {
        s->others = others[i];
        sample_run(s, shapes, (struct kp_sizes){.kind = KP_SIZES_BASE});
    }
    first = s->result.why_not;
    if (has_none(s) && !shapes->is_known) {
        s->others = others[0];
        s->may_be_unset = true; /* it may be in the block that it is for, too */
        sample_run(s, shapes, (struct kp_sizes){.kind = KP_SIZES_BASE});
        s->may_be_unset = false;
        return;
    }
    if (s->too_long.any && s->barriers < FEWEST_BARRIERS && !s->result.differs) {
        sample_last(s, shapes);
        return;
    }
    for (int kind = KP_SIZES_EDGE; kind <= KP_SIZES_RAGGED && !s->result.differs; kind++)
        sample_run(s, shapes, (struct kp_sizes){.kind = (enum kp_sizes_kind)kind});
    if (s->meets && s->base.m.barriers && !s->result.differs)
        sample_meetings(s, shapes);
    for (size_t i = 0; i < s->args.n && !s->result.differs; i++)
        sample_run(s, shapes, (struct kp_sizes){.kind = KP_SIZES_ODD, .odd = i});
    s->result.why_not = first ? first : s->result.why_not;
}

uint64_t kp_sample_steps(const struct kp_unit *was, const struct kp_loop *l)
{
    const struct kp_unit *made = was->derived; /* what validation compares with no input */
    bool is_new =
        kp_merged_blocks(l->plan.merge) > 1 || (made && (made->is_laid_out || made->is_batched));

    return (is_new ? KP_MANY_STEPS : KP_FEW_STEPS) + KP_RESERVE_STEPS;
}

struct kp_sampled kp_sample(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                            uint64_t steps)
{
    const struct kp_node *before = kp_only_original(was, is, l->function);
    const struct kp_node *after = kp_only_definition(is, l->function);
    uint64_t reserve = steps >= KP_FEW_STEPS + KP_RESERVE_STEPS ? KP_RESERVE_STEPS : steps / 3 * 2;
    struct sampling s = {.merge = l->plan.merge,
                         .stages = l->plan.stages,
                         .meets = l->clear.n > 0,
                         .steps = steps - reserve,
                         .reserve = reserve};
    struct kp_fns a, b;
    struct shapes shapes;

    if (!before || !after)
        return (struct kp_sampled){.why_not = "it is not the only function of its name"};
    a = kp_fn_instances(was, before->sym);
    b = kp_fn_instances(is, after->sym);
    shapes = possible_shapes(was, before->sym);
    if (!a.n || a.n != b.n)
        return (struct kp_sampled){.why_not = "its instances are not in sight",
                                   .has_no_instance = !a.n && !b.n && before->sym->is_template};
    s.arena = kp_arena_new();
    for (size_t i = 0; i < a.n && i < MOST_INSTANCES && !s.result.differs; i++)
        sample_instance(&s, &shapes, a.v[i], b.v[i]);
    if (s.result.runs)
        s.result.why_not = NULL;
    s.result.steps = steps - s.steps - s.reserve;
    kp_arena_free(s.arena);
    return s.result;
}
