/* Headers of the program that have the names of CUDA's: the prelude is there for CUDA's alone. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <string.h>
#include <unistd.h>

#include "front/command.h"
#include "front/virtual.h"

static bool is_there(struct kp_builder *b, const char *folder, const char *name)
{
    return access(kp_sprintf(b->scratch, "%s/%s", folder, name), F_OK) == 0;
}

/* True for the folder of a toolkit, or of the library of C++ that comes with it. */
static bool is_of_toolkit(struct kp_builder *b, const char *folder, const char *name)
{
    return is_there(b, folder, "crt/host_config.h") ||
           (is_there(b, folder, "cuda_runtime_api.h") && is_there(b, folder, "driver_types.h") &&
            is_there(b, folder, "vector_functions.h")) ||
           (kp_starts_with(name, "cuda/") && (is_there(b, folder, "cuda/std/version") ||
                                              is_there(b, folder, "cuda/std/detail/__config")));
}

/* Libraries of functions of the host, and cub, which many bring along. */
static bool is_of_library(const char *name)
{
    static const char *const libraries[] = {"cub",      "cudnn",    "cufft", "cusolver",
                                            "cusparse", "cudaGL.h", "npp",   "nv"};

    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (kp_starts_with(name, libraries[i]))
            return true;
    return false;
}

/* The name of CUDA's header that the path of a found file ends with; NULL. */
static const char *cudas_name(const char *path)
{
    size_t n = strlen(path);

    for (size_t i = 0; kp_cuda_headers[i]; i++) {
        size_t k = strlen(kp_cuda_headers[i]);

        if (n > k && path[n - k - 1] == '/' && kp_streq(path + n - k, kp_cuda_headers[i]) &&
            !is_of_library(kp_cuda_headers[i]))
            return path + n - k;
    }
    return NULL;
}

static bool is_own(struct kp_builder *b, const char *folder, const char *name)
{
    return is_there(b, folder, name) && !is_of_toolkit(b, folder, name);
}

/* nvcc's own folder comes behind those of -iquote and -I. */
static bool is_found_earlier(struct kp_builder *b, const char *name, bool in_quotes)
{
    const struct kp_flag_lines *lines = b->unit->options->flags;

    for (size_t i = 0; lines && i < lines->n; i++)
        for (size_t k = 0; k < lines->v[i].line->said.n; k++) {
            const struct kp_said *s = &lines->v[i].line->said.v[k];

            if ((s->kind == KP_SAID_FOLDER || (s->kind == KP_SAID_QUOTE && in_quotes)) &&
                is_own(b, kp_compile_path(b->scratch, lines->v[i].line, s->value), name))
                return true;
        }
    return false;
}

/* True if the directive says another name than CUDA's, as in `#include "vendors/cuda.h"`. What it
 * includes is then a header like any other: it stands for none of CUDA's. */
static bool says_another_name(const struct kp_builder *b, const struct kp_spot *at,
                              const char *name)
{
    const char *text = b->out->files.v[at->file].text + at->begin,
               *end = text + (at->end - at->begin);
    const char *from = text;
    size_t n = 0;

    while (from < end && *from != '"' && *from != '<')
        from++;
    if (from == end) /* a macro */
        return false;
    while (++from + n < end && from[n] != '"' && from[n] != '>')
        n++;
    return n != strlen(name) || memcmp(from, name, n) != 0;
}

void kp_note_own_header(struct kp_builder *b, const struct kp_spot *at, const char *found)
{
    const char *name = cudas_name(found), *includer = b->out->files.v[at->file].path, *slash;
    bool in_quotes, is_own_header;

    if (!name || b->out->not_cudas)
        return;
    slash = strrchr(includer, '/');
    in_quotes = !memchr(b->out->files.v[at->file].text + at->begin, '<', at->end - at->begin);
    if (!kp_starts_with(found, KP_VIRTUAL_ROOT))
        is_own_header = !says_another_name(b, at, name) &&
                        is_own(b, kp_strndup(b->scratch, found, (size_t)(name - found) - 1), name);
    else
        is_own_header =
            is_found_earlier(b, name, in_quotes) ||
            (in_quotes && slash &&
             is_own(b, kp_strndup(b->scratch, includer, (size_t)(slash - includer)), name));
    if (is_own_header)
        b->out->not_cudas =
            kp_sprintf(b->arena, "'%s', a header of the program with a name of CUDA's", name);
}

/* nvcc includes this one first. */
void kp_note_own_runtime(struct kp_builder *b)
{
    if (!b->out->not_cudas && is_found_earlier(b, "cuda_runtime.h", true))
        b->out->not_cudas = "'cuda_runtime.h', a header of the program with a name of CUDA's";
}
