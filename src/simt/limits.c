/* Launches that the hardware or the driver would refuse. */
#include "simt/machine.h"

#include "util/str.h"

enum {
    MOST_Z = 64,        /* threads of a block along z */
    MOST_ROWS = 65535,  /* blocks of a grid along y and z */
    MOST_STATIC = 49152 /* bytes that `__shared__` declarations may use; ptxas refuses more */
};

/* What a block may use after cudaFuncSetAttribute, by target. */
static const struct {
    const char *target;
    size_t shared;
} blocks[] = {
    {"sm_70", 98304},   {"sm_72", 98304},   {"sm_75", 65536},   {"sm_80", 166912},
    {"sm_86", 101376},  {"sm_87", 166912},  {"sm_88", 101376},  {"sm_89", 101376},
    {"sm_90", 232448},  {"sm_100", 232448}, {"sm_101", 232448}, {"sm_103", 232448},
    {"sm_110", 232448}, {"sm_120", 101376}, {"sm_121", 101376},
};

/* 0: not known. "sm_90a" has what "sm_90" has. */
static size_t shared_of_block(const char *target)
{
    for (size_t k = 0; target && k < sizeof blocks / sizeof *blocks; k++) {
        size_t n = strlen(blocks[k].target);
        if (kp_starts_with(target, blocks[k].target) && (target[n] < '0' || target[n] > '9'))
            return blocks[k].shared;
    }
    return 0;
}

static bool is_named(const struct ptx_opnd *o, const struct ptx_var *v)
{
    for (unsigned k = 0; k < o->n_elem; k++)
        if (is_named(&o->elem[k], v))
            return true;
    return o->var == v;
}

static bool uses(const struct ptx_func *f, const struct ptx_var *v)
{
    for (size_t i = 0; i < f->insts.n; i++)
        for (unsigned k = 0; k < f->insts.v[i].n; k++)
            if (is_named(&f->insts.v[i].opnd[k], v))
                return true;
    return false;
}

/* True for the entry, or something that it may call. */
static bool belongs(const struct ptx_func *f, const struct ptx_func *entry)
{
    return f == entry || !f->is_entry;
}

static void add(const struct ptx_var *v, size_t *bytes)
{
    size_t align = v->align ? v->align : 1;

    if (v->space == SPACE_SHARED && !v->is_extern)
        *bytes = (*bytes + align - 1) / align * align + v->size;
}

/* The bytes of the kernel's static shared memory, laid out as by ptxas. */
static size_t static_shared(const struct kp_ptx *m, const struct ptx_func *entry)
{
    size_t bytes = 0;

    for (size_t k = 0; k < m->funcs.n; k++)
        for (size_t i = 0; belongs(m->funcs.v[k], entry) && i < m->funcs.v[k]->vars.n; i++)
            add(m->funcs.v[k]->vars.v[i], &bytes);
    for (size_t k = 0; k < m->vars.n; k++) {
        bool used = false;
        for (size_t i = 0; i < m->funcs.n && !used; i++)
            used = belongs(m->funcs.v[i], entry) && uses(m->funcs.v[i], m->vars.v[k]);
        if (used)
            add(m->vars.v[k], &bytes);
    }
    return bytes;
}

size_t kp_simt_static_shared(const struct kp_ptx *m, const char *kernel)
{
    const struct ptx_func *f = ptx_find_func(m, kernel);

    return f ? static_shared(m, f) : 0;
}

static const char *block_limits(struct kp_arena *a, const struct ptx_func *f, const uint32_t n[3])
{
    const uint32_t *r = f->req_threads;
    uint64_t threads = (uint64_t)n[0] * n[1] * n[2];

    if (n[2] > MOST_Z)
        return kp_sprintf(a, "a block has at most %d threads along z, not %u", MOST_Z, n[2]);
    if (f->max_threads && threads > f->max_threads)
        return kp_sprintf(a,
                          "blocks of %ux%ux%u threads cannot be launched: __launch_bounds__ "
                          "allows %u",
                          n[0], n[1], n[2], f->max_threads);
    if (r[0] && (r[0] != n[0] || r[1] != n[1] || r[2] != n[2]))
        return kp_sprintf(
            a, "blocks of %ux%ux%u threads cannot be launched: the kernel wants %ux%ux%u", n[0],
            n[1], n[2], r[0], r[1], r[2]);
    return NULL;
}

const char *kp_check_limits(struct kp_arena *a, const struct kp_ptx *m, const struct ptx_func *f,
                            const struct kp_simt_launch *l)
{
    size_t fixed = static_shared(m, f), most = shared_of_block(m->target);
    const char *error = block_limits(a, f, l->block);

    if (error)
        return error;
    if (l->grid[1] > MOST_ROWS || l->grid[2] > MOST_ROWS)
        return kp_sprintf(a, "a grid of %ux%ux%u blocks cannot be launched", l->grid[0], l->grid[1],
                          l->grid[2]);
    if (fixed > MOST_STATIC)
        return kp_sprintf(a,
                          "%zu bytes of static shared memory cannot be launched: %d are the most",
                          fixed, MOST_STATIC);
    if (most && fixed + l->dynamic_smem > most)
        return kp_sprintf(a, "%zu bytes of shared memory cannot be launched: a block of %s has %zu",
                          fixed + l->dynamic_smem, m->target, most);
    return NULL;
}
