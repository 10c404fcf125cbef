/* compile_commands.json, and what becomes of the arguments that it has for k.cu. */
#include "build/flags.h"
#include "front/args.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    const char *folder = NULL, *error = NULL, **args;

    fuzz_file(a, "compile_commands.json", data, size);
    args = kp_compile_command(a, fuzz_folder(), "/k.cu", &folder, &error);
    fuzz_says_why(args, error);
    if (args) {
        struct kp_texts unknown = {0};
        struct kp_flags flags = {0};
        struct kp_args translated = {0};
        const char *const *own = kp_flags_of_tree(a, (const char *const *)args, &unknown);

        kp_flags_read(a, own, folder, &flags);
        kp_args_translate(a, own, folder, &translated);
    }
    kp_arena_free(a);
    return 0;
}
