/* compile_commands.json, and what becomes of the command that it has for k.cu. */
#include "front/database.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL;
    const char *path = fuzz_file(a, "compile_commands.json", data, size);
    struct kp_database *d = kp_database_read(a, path, &error);

    fuzz_says_why(d != NULL, error);
    if (d) {
        size_t more;
        bool includes;
        struct kp_database_entry *e = kp_database_find(d, "/k.cu", &more);

        if (!e)
            e = kp_database_guess(a, d, "/k.cu", &includes);
        if (e) {
            struct kp_args args = {0};

            kp_compile_args(a, kp_database_line(a, e), &args);
        }
    }
    kp_arena_free(a);
    return 0;
}
