/* Questions about a parsed module. */
#include "simt/simt.h"
#include "simt/ptx.h"

#include <string.h>

#include "util/str.h"

const struct ptx_func *ptx_find_func(const struct kp_ptx *m, const char *name)
{
    for (size_t i = 0; i < m->funcs.n; i++)
        if (kp_streq(m->funcs.v[i]->name, name))
            return m->funcs.v[i];
    return NULL;
}

static const char *path_of(const struct kp_ptx *m, unsigned index)
{
    for (size_t i = 0; i < m->files.n; i++)
        if (m->files.v[i].index == index)
            return m->files.v[i].path;
    return NULL;
}

/* nvcc finds its own headers under targets/ARCH/include, pip's toolkit under nvidia/.../include. */
static bool of_toolkit(const char *path)
{
    return !path ||
           (strstr(path, "/include/") &&
            (strstr(path, "/targets/") || strstr(path, "/cuda") || strstr(path, "/nvidia/")));
}

unsigned ptx_user_loc(const struct kp_ptx *m, unsigned loc)
{
    unsigned last = 0;

    for (int i = (int)loc; i > 0; i = m->locs.v[i].inlined_at) {
        last = (unsigned)i;
        if (!of_toolkit(path_of(m, m->locs.v[i].file)))
            break;
    }
    return last;
}

void ptx_user_place(const struct kp_ptx *m, unsigned loc, const char **file, unsigned *line)
{
    unsigned at = ptx_user_loc(m, loc);

    *file = at ? path_of(m, m->locs.v[at].file) : NULL;
    *line = m->locs.v[at].line;
}

size_t kp_simt_file_count(const struct kp_ptx *m)
{
    return m->files.n;
}

const char *kp_simt_file_name(const struct kp_ptx *m, size_t i)
{
    return m->files.v[i].path;
}

void kp_simt_rename_file(struct kp_ptx *m, size_t i, const char *to)
{
    m->files.v[i].path = to;
}

size_t kp_simt_kernel_count(const struct kp_ptx *m)
{
    size_t n = 0;

    for (size_t i = 0; i < m->funcs.n; i++)
        n += m->funcs.v[i]->is_entry;
    return n;
}

const char *kp_simt_kernel_name(const struct kp_ptx *m, size_t k)
{
    for (size_t i = 0; i < m->funcs.n; i++)
        if (m->funcs.v[i]->is_entry && !k--)
            return m->funcs.v[i]->name;
    return NULL;
}
