/* Machine code: ELF, fatbins, objects, packed or not; instructions, loops, what they wait for. */
#include "fuzz.h"
#include "sass/time.h"

#include <stdlib.h>

static void play(struct kp_arena *a, const struct kp_sass_kernel *k, int loop)
{
    const struct kp_sass_launch launch = {.threads = {32, 4, 1}},
                                other = {.threads = {32, 4, 1}, .at = {1, 2, 3}};
    struct kp_timing t = {.wavefront = 4, .memory = 1, .barrier = 10};
    struct kp_sass_walk w;
    struct kp_overlap o;

    kp_overlap_find(a, k, loop, &o);
    kp_sass_walk(a, &o, &launch, &other, &w);
    t.of[KP_INSN_FFMA] = t.of[KP_INSN_LOAD_SHARED] = (struct kp_cost){1, 1, 0, 30};
    kp_sass_time(a, &t, &o, &w, 2);
}

static const struct kp_opcodes *opcodes(void)
{
    static const struct kp_opcodes *table;
    static struct kp_arena *a; /* until the process ends */
    const char *error;

    if (!table) {
        a = kp_arena_new();
        table = kp_opcodes_load(a, NULL, &error);
    }
    return table;
}

bool fuzz_cubin(const char *bytes, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_sass_file file;
    const char *error = NULL;
    bool ok = kp_sass_find(a, bytes, size, &file, &error);

    fuzz_says_why(ok, error);
    for (size_t i = 0; ok && i < file.images.n; i++) {
        struct kp_sass_module *m = kp_sass_read(a, opcodes(), &file.images.v[i], &error);

        ok = m != NULL;
        fuzz_says_why(ok, error);
        for (size_t k = 0; m && k < m->kernels.n; k++) {
            int loop = kp_sass_main_loop(&m->kernels.v[k]);

            if (loop >= 0)
                play(a, &m->kernels.v[k], loop);
            for (size_t x = 0; x < m->kernels.v[k].insns.n; x++)
                kp_sass_text(a, &m->kernels.v[k].insns.v[x]);
        }
    }
    kp_arena_free(a);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_cubin((const char *)data, size);
    return 0;
}
