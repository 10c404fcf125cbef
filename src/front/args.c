#include "front/args.h"

#include <stdio.h>

#include "front/virtual.h"
#include "util/str.h"

static void add(struct kp_arena *a, struct kp_args *to, const char *arg)
{
    kp_push(a, to, arg);
}

/* ---- the command line ---- */

/* The architectures that libclang 17 to 19 know end here; later ones are close enough to it, with
 * their own __CUDA_ARCH__. */
enum { NEWEST_KNOWN = 90 };

static void add_arch(struct kp_arena *a, struct kp_args *to, const char *arch)
{
    int number = 0;

    if (sscanf(arch, "sm_%d", &number) != 1 || number <= 0)
        number = 80;
    if (number <= NEWEST_KNOWN) {
        add(a, to, kp_sprintf(a, "--cuda-gpu-arch=sm_%d", number));
        return;
    }
    add(a, to, kp_sprintf(a, "--cuda-gpu-arch=sm_%d", NEWEST_KNOWN));
    add(a, to, "-U__CUDA_ARCH__");
    add(a, to, kp_sprintf(a, "-D__CUDA_ARCH__=%d0", number));
}

#define OTHERS "--system-header-prefix="

static const char *const always[] = {
    "-x",
    "cuda",
    "-std=gnu++17", /* nvcc's, clang's and gcc's where none is asked for */
    "-nocudainc",
    "-nocudalib",
    "--cuda-device-only",
    "-ferror-limit=0",
    "-fno-spell-checking", /* a guess at what was meant would change the tree */
    "-w",
    "-Wno-error",
    "-Wno-register", /* errors of clang's that nvcc warns of */
    "-Wno-narrowing",
    "-Xclang", /* a long double has the host's size, as nvcc gives it */
    "-mlong-double-80",
    "-I" KP_CUDA_FOLDER,
    /* headers of others, wherever the build finds them: nothing of theirs is rewritten */
    OTHERS "ATen/",
    OTHERS "Python.h",
    OTHERS "c10/",
    OTHERS "cub/",
    OTHERS "cuda/__", /* not all of cuda/, as folders of users are called */
    OTHERS "cuda/std/",
    OTHERS "fmt/",
    OTHERS "nv/",
    OTHERS "pybind11/",
    OTHERS "thrust/",
    OTHERS "torch/",
};

struct kp_args kp_args_make(struct kp_arena *a, const char *arch, bool bare,
                            const struct kp_args *more)
{
    struct kp_args to = {0};

    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add(a, &to, always[i]);
    add_arch(a, &to, arch ? arch : "sm_86");
    if (bare) {
        add(a, &to, "-nostdinc");
        add(a, &to, "-D__KPIPE_BARE__=1");
        add(a, &to, "-I" KP_C_FOLDER);
    }
    for (size_t i = 0; i < more->n; i++)
        add(a, &to, more->v[i]);
    return to;
}

bool kp_is_others_header(const char *name)
{
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (kp_starts_with(always[i], OTHERS) &&
            kp_starts_with(name, always[i] + sizeof OTHERS - 1))
            return true;
    return false;
}
