/* A launch: blocks over processes, warps set up, results collected. */
#define _GNU_SOURCE
#include "simt/machine.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/str.h"
#include "util/system.h"

void *kp_warp_grow(struct kp_warp *w, void *old, size_t old_size, size_t size)
{
    void *p = kp_alloc(w->block->machine->arena, size);

    if (old_size)
        memcpy(p, old, old_size);
    return p;
}

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Order number k of n under a seed: 0 keeps the natural order, 1 reverses it, others shuffle. */
static void permute(unsigned *order, unsigned n, uint64_t seed)
{
    for (unsigned k = 0; k < n; k++)
        order[k] = seed == 1 ? n - 1 - k : k;
    for (unsigned k = n; seed > 1 && k > 1; k--) {
        unsigned j = (unsigned)(mix(seed + k) % k), t = order[k - 1];
        order[k - 1] = order[j];
        order[j] = t;
    }
}

static void set_lanes(struct kp_warp *w, uint32_t at, const uint32_t *v)
{
    if (at)
        memcpy(reg_at(w, at), v, LANES * sizeof *v);
}

static void set_all(struct kp_warp *w, uint32_t at, uint32_t v)
{
    uint32_t lanes[LANES];

    for (unsigned l = 0; l < LANES; l++)
        lanes[l] = v;
    set_lanes(w, at, lanes);
}

static void set_specials(struct kp_warp *w)
{
    const struct kp_simt_program *p = w->block->program;
    const struct kp_simt_launch *launch = w->block->machine->launch;
    const uint32_t *dim = launch->block;
    uint32_t tid[3][LANES], lane[LANES], eq[LANES], lt[LANES], le[LANES], gt[LANES], ge[LANES];

    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t t = w->index * LANES + l;
        tid[0][l] = t % dim[0];
        tid[1][l] = t / dim[0] % dim[1];
        tid[2][l] = t / dim[0] / dim[1];
        lane[l] = l;
        eq[l] = 1u << l;
        lt[l] = eq[l] - 1;
        le[l] = lt[l] | eq[l];
        gt[l] = ~le[l];
        ge[l] = ~lt[l];
    }
    for (unsigned k = 0; k < 3; k++) {
        set_lanes(w, p->special.tid[k], tid[k]);
        set_all(w, p->special.ntid[k], dim[k]);
        set_all(w, p->special.ctaid[k], w->block->id[k]);
        set_all(w, p->special.nctaid[k], launch->grid[k]);
    }
    set_lanes(w, p->special.laneid, lane);
    set_all(w, p->special.warpid, w->index);
    set_all(w, p->special.nwarpid, w->block->n_warps);
    set_lanes(w, p->special.mask_eq, eq);
    set_lanes(w, p->special.mask_lt, lt);
    set_lanes(w, p->special.mask_le, le);
    set_lanes(w, p->special.mask_gt, gt);
    set_lanes(w, p->special.mask_ge, ge);
    set_all(w, p->special.dynamic_smem, (uint32_t)launch->dynamic_smem);
    set_all(w, p->special.total_smem, p->shared_size);
}

static struct kp_block *new_block(struct kp_simt_machine *m)
{
    const struct kp_simt_program *p = m->program;
    const uint32_t *dim = m->launch->block;
    struct kp_block *b = kp_new(m->arena, struct kp_block);
    size_t granules;

    b->machine = m;
    b->program = p;
    b->code = p->code.v;
    b->n_threads = dim[0] * dim[1] * dim[2];
    b->n_warps = (b->n_threads + LANES - 1) / LANES;
    b->race = !m->options->no_race;
    b->uninit = !m->options->no_uninit;
    b->shift = p->granule_shift;
    b->smem_size = (p->shared_size + 127) / 128 * 128;
    b->smem = kp_alloc(m->arena, b->smem_size + 64);
    granules = (b->smem_size >> b->shift) + 1;
    b->writers = kp_new_array(m->arena, uint64_t, granules);
    b->warps = kp_new_array(m->arena, struct kp_warp, b->n_warps);
    for (unsigned k = 0; k < b->n_warps; k++) {
        struct kp_warp *w = &b->warps[k];
        char *regs = kp_alloc(m->arena, p->regs_size + 64);
        w->block = b;
        w->index = k;
        w->regs = (uint8_t *)(((uintptr_t)regs + 63) & ~(uintptr_t)63);
        w->readers = kp_new_array(m->arena, uint64_t, granules);
        w->local = kp_alloc(m->arena, (size_t)p->local_size * LANES + 64);
    }
    if (p->orders && b->race)
        kp_order_new(b);
    kp_mbarrier_new(b);
    return b;
}

static void start_warp(struct kp_warp *w)
{
    const struct kp_simt_program *p = w->block->program;
    unsigned left = w->block->n_threads - w->index * LANES;

    memcpy(w->regs, p->const_image, p->regs_size);
    w->n_threads = left < LANES ? left : LANES;
    w->live = w->n_threads == LANES ? FULL_MASK : (1u << w->n_threads) - 1;
    w->active = w->live;
    w->pc = 0;
    w->stop_at = UINT32_MAX;
    w->parked = w->yielded = w->tried = 0;
    w->polls = 0;
    w->forced = false;
    w->state = WARP_RUN;
    w->copies.n = 0;
    w->carry = 0;
    w->waits_at = NULL;
    kp_rounds_start(w);
    memset(w->group, 0, sizeof w->group);
    memset(w->lane_pc, 0, sizeof w->lane_pc);
    memset(w->local, 0, (size_t)p->local_size * LANES);
    set_specials(w);
}

static void run_block(struct kp_block *b, uint32_t number)
{
    const uint32_t *grid = b->machine->launch->grid;
    uint64_t seed = b->machine->options->seed;
    unsigned order[MAX_WARPS];

    b->number = number;
    b->id[0] = number % grid[0];
    b->id[1] = number / grid[0] % grid[1];
    b->id[2] = number / grid[0] / grid[1];
    b->random = mix(seed * 1000003 + number) | 1;
    memset(b->smem, 0xff, b->smem_size);
    memset(b->barriers, 0, sizeof b->barriers);
    b->idle = 0;
    kp_clock_start(b);
    kp_mbarrier_start(b);
    kp_trace_start(b);
    kp_shadow_start(b);
    for (unsigned k = 0; k < b->n_warps; k++)
        start_warp(&b->warps[k]);
    permute(order, b->n_warps, seed > 1 ? seed + number : seed);
    kp_block_run(b, order);
    if (!b->aborted)
        kp_mbarrier_end(b);
}

/* One process's share: blocks are handed out one by one. */
static void work(struct kp_simt_machine *m, const unsigned *order, uint32_t n_blocks)
{
    struct kp_block *b;
    uint64_t steps = 0;

    m->deadline = kp_processor_time() + (m->options->seconds > 0 ? m->options->seconds : 60.0);
    m->arena = kp_arena_new();
    kp_alarms_start(m);
    kp_coverage_start(m);
    b = new_block(m);
    while (!__atomic_load_n(&m->shared->failed, __ATOMIC_RELAXED)) {
        uint32_t k = __atomic_fetch_add(&m->shared->next_block, 1, __ATOMIC_RELAXED);
        if (k >= n_blocks)
            break;
        run_block(b, order[k]);
        if (b->aborted)
            break;
    }
    for (unsigned k = 0; k < b->n_warps; k++)
        steps += b->warps[k].steps;
    __atomic_fetch_add(&m->shared->steps, steps, __ATOMIC_RELAXED);
    kp_alarms_publish(m);
    kp_coverage_publish(m);
    kp_arena_free(m->arena);
}

static void wait_for(struct kp_simt_machine *m, const pid_t *child, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        int status = 0;
        while (waitpid(child[k], &status, 0) < 0 && errno == EINTR)
            continue;
        m->shared->ran_out |= status != 0;
        if (WIFSIGNALED(status))
            kp_stop_run(m, "the simulating process ended by signal %d", WTERMSIG(status));
        else if (WIFEXITED(status) && WEXITSTATUS(status))
            kp_stop_run(m, "the simulating process ended with status %d", WEXITSTATUS(status));
    }
}

static void run_blocks(struct kp_simt_machine *m, const unsigned *order, uint32_t n_blocks)
{
    unsigned jobs = m->options->jobs, started = 0;
    pid_t child[64], parent = getpid();

    /* the order of atomics must not depend on the machine's load */
    if (m->program->has_atomics && jobs > 1)
        jobs = 1;
    if (jobs > n_blocks)
        jobs = n_blocks;
    if (jobs > 64)
        jobs = 64;
    if (!jobs) {
        work(m, order, n_blocks);
        return;
    }
    for (; started < jobs; started++) {
        child[started] = fork();
        if (child[started] < 0) {
            m->shared->ran_out = true;
            kp_stop_run(m, "cannot start a process");
            break;
        }
        if (!child[started]) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == parent)
                work(m, order, n_blocks);
            _exit(0);
        }
    }
    wait_for(m, child, started);
}

static const char *check_launch(struct kp_arena *a, const struct kp_simt_launch *l)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];

    if (!threads || threads > LANES * MAX_WARPS)
        return kp_sprintf(a, "blocks of %ux%ux%u threads cannot be launched", l->block[0],
                          l->block[1], l->block[2]);
    if (!blocks || blocks > UINT32_MAX / 2)
        return kp_sprintf(a, "a grid of %ux%ux%u blocks cannot be launched", l->grid[0], l->grid[1],
                          l->grid[2]);
    return NULL;
}

static void run_machine(struct kp_arena *a, struct kp_simt_machine *m, struct kp_simt_report *r)
{
    const struct kp_simt_launch *l = m->launch;
    uint32_t n_blocks = l->grid[0] * l->grid[1] * l->grid[2];
    unsigned *order = kp_new_array(a, unsigned, n_blocks);

    permute(order, n_blocks, m->options->seed);
    run_blocks(m, order, n_blocks);
    r->ok = !m->shared->failed;
    r->error = m->shared->failed ? kp_strdup(a, m->shared->error) : NULL;
    r->ran_out = m->shared->ran_out || (r->error && kp_starts_with(r->error, "out of memory"));
    r->steps = m->shared->steps;
    r->output = kp_strndup(a, m->shared->output, m->shared->n_output);
    kp_alarms_report(a, m, r);
    r->widths = m->program->widths;
    r->has_float_atomics = m->program->has_float_atomics;
    r->uses_async = m->program->uses_async;
}

void kp_simt_run(struct kp_arena *a, const struct kp_ptx *module, const struct kp_simt_launch *l,
                 const struct kp_simt_options *options, struct kp_simt_report *r)
{
    struct kp_simt_machine *m = kp_new(a, struct kp_simt_machine);

    memset(r, 0, sizeof *r);
    r->output = "";
    r->error = check_launch(a, l);
    if (r->error)
        return;
    m->launch = l;
    m->options = options;
    m->track_global = !options->no_global;
    m->program = kp_decode(a, module, l, options->packed, &r->error);
    if (m->program)
        r->error = kp_check_limits(a, module, m->program->entry, l);
    if (r->error)
        return;
    m->shared = kp_map_shared(sizeof *m->shared);
    if (!m->shared || !kp_coverage_new(m) ||
        (options->rounds && !kp_rounds_new(a, m, m->program->code.v))) {
        r->error = "out of memory";
        r->ran_out = true;
        return;
    }
    r->error = kp_simt_bind(a, m);
    r->ran_out = r->error && kp_starts_with(r->error, "out of memory");
    if (!r->error)
        run_machine(a, m, r);
    if (options->keep_variables && !r->error)
        kp_hand_over(a, m, r);
    kp_unbind(m, !r->error);
    kp_coverage_end(m);
    kp_rounds_end(m);
    munmap(m->shared, sizeof *m->shared);
}
