/* `kpipe doctor`: what this machine has, and what the commands can therefore do. */
#define _GNU_SOURCE
#include "cmd/doctor.h"

#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "front/front.h"
#include "gpu/bench.h"
#include "util/cache_folder.h"
#include "util/subprocess.h"
#include "util/system.h"

/* ---- looking ----------------------------------------------------------------------------------
 */

static const struct kp_found *look(struct kp_arena *a, struct kp_health *h, const char *name,
                                   const char *hint)
{
    struct kp_found f = {.name = name, .path = kp_find_tool(a, name), .hint = hint};

    if (f.path)
        f.version = kp_tool_version(a, f.path);
    kp_push(a, &h->found, f);
    return &h->found.v[h->found.n - 1];
}

static bool add_gpu(struct kp_arena *a, struct kp_health *h, const char *runner)
{
    const char *error = NULL;
    struct kp_gpu_machine m;
    struct kp_found f = {.name = runner ? "GPU, by --runner" : "GPU"};

    if (kp_bench_machine(a, runner, &m, &error)) {
        f.path = m.device;
        f.version = kp_sprintf(a, "compute capability %s, %lld SMs, driver for CUDA %lld.%lld",
                               m.compute_capability, (long long)m.sms, (long long)m.driver / 1000,
                               (long long)m.driver % 1000 / 10);
    } else {
        f.hint = error;
    }
    kp_push(a, &h->found, f);
    return f.path != NULL;
}

static void add_cache(struct kp_arena *a, struct kp_health *h)
{
    struct kp_found f = {.name = "cache",
                         .path = kp_cache_folder(a),
                         .hint = "set KPIPE_CACHE_DIR or HOME to a folder that you can write to"};

    kp_push(a, &h->found, f);
}

/* ---- what follows -------------------------------------------------------------------------------
 */

static void add_ability(struct kp_arena *a, struct kp_health *h, const char *commands,
                        const char *lacks)
{
    struct kp_ability x = {commands, lacks};

    kp_push(a, &h->abilities, x);
}

static void examine(struct kp_settings *s, struct kp_health *h)
{
    static const char toolkit[] =
        "install the CUDA toolkit, or Python's nvidia-cuda-nvcc, and put it in PATH";
    static const char reader[] = "comes with the CUDA toolkit; Python's nvidia-cuda-nvdisasm and "
                                 "nvidia-cuda-cuobjdump have it too";
    struct kp_arena *a = s->arena;
    struct kp_found clang = {.name = "libclang", .path = "linked", .version = kp_parser_version(a)};
    const char *no_nvcc, *no_gpu, *no_cc;

    kp_push(a, &h->found, clang);
    no_nvcc = look(a, h, "nvcc", toolkit)->path ? NULL : "nvcc";
    if (look(a, h, "ptxas", toolkit)->path == NULL && !no_nvcc)
        no_nvcc = "ptxas";
    look(a, h, "cuobjdump", reader);
    look(a, h, "nvdisasm", reader);
    no_cc = look(a, h, "cc", "install a C compiler")->path ? NULL : "a C compiler";
    look(a, h, "diff", "install diffutils");
    no_gpu = add_gpu(a, h, s->runner) ? NULL : "a GPU (--runner names one elsewhere)";
    add_cache(a, h);

    add_ability(a, h, "check, lint, lsp, rewrite, undo, lock, audit, explain, config", NULL);
    add_ability(a, h, "rewrite --build, sass KERNEL.cu, analyze KERNEL.cu, init", no_nvcc);
    add_ability(a, h, "sass FILE.cubin, analyze FILE.cubin", NULL);
    add_ability(a, h, "verify, racecheck, rewrite --verify",
                no_nvcc ? no_nvcc
                : no_cc ? "a C compiler, for cases with a reference"
                        : NULL);
    add_ability(a, h, "bench", no_nvcc ? no_nvcc : no_gpu);
    add_ability(a, h, "tune",
                no_nvcc  ? no_nvcc
                : no_gpu ? "a GPU: it decides by registers and blocks per SM"
                         : NULL);
}

/* ---- saying -------------------------------------------------------------------------------------
 */

static void print(const struct kp_health *h)
{
    size_t width = 0;

    puts("kpipe " KP_VERSION);
    for (size_t i = 0; i < h->found.n; i++) {
        const struct kp_found *f = &h->found.v[i];

        printf("%-16s  %s%s%s\n", f->name, f->path ? f->path : "not found", f->version ? ", " : "",
               f->version ? f->version : "");
        if (!f->path && f->hint)
            printf("%-16s  %s\n", "", f->hint);
    }
    putchar('\n');
    for (size_t i = 0; i < h->abilities.n; i++)
        if (strlen(h->abilities.v[i].commands) > width)
            width = strlen(h->abilities.v[i].commands);
    for (size_t i = 0; i < h->abilities.n; i++) {
        const struct kp_ability *x = &h->abilities.v[i];

        printf("%-*s  %s%s\n", (int)width, x->commands, x->lacks ? "lacks " : "works",
               x->lacks ? x->lacks : "");
    }
}

static int doctor(struct kp_settings *s)
{
    struct kp_health h = {0};

    if (s->operands.n)
        return kp_complain("`kpipe doctor` takes no '%s'", s->operands.v[0]);
    examine(s, &h);
    if (s->json)
        fputs(kp_doctor_json(s->arena, &h), stdout);
    else
        print(&h);
    return KP_EXIT_DONE;
}

const struct kp_command kp_command_doctor = {
    .name = "doctor",
    .id = KP_CMD_DOCTOR,
    .usage = "doctor [--runner CMD] [--json]",
    .summary = "what this machine has, and what the commands can do with it",
    .details = "\n"
               "Looks for the programs and the GPU that some commands need, in the places where "
               "those commands\n"
               "look, and says how to get what is missing.\n",
    .examples = "  kpipe doctor\n"
                "  kpipe doctor --runner 'ssh gpubox'\n",
    .run = doctor,
};
