/* compile_commands.json, and what becomes of the command lines that it has. */
#include "front/database.h"
#include "build/flags.h"
#include "fuzz.h"

static void use(struct kp_arena *a, struct kp_database_entry *e)
{
    const struct kp_flag_line said = {.line = kp_database_line(a, e), .said = "database"};
    struct kp_flag_lines lines = {0};
    struct kp_flags flags = {0};
    struct kp_args args = {0};

    kp_push(a, &lines, said);
    kp_flags_read(a, &lines, &flags);
    kp_compile_args(a, said.line, &args);
    kp_compile_arch(a, said.line);
    kp_database_is_cuda(a, e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL;
    struct kp_database *d =
        kp_database_read(a, fuzz_file(a, "compile_commands.json", data, size), &error);
    bool includes;

    fuzz_says_why(d, error);
    for (size_t i = 0; d && i < d->entries.n; i++)
        use(a, &d->entries.v[i]);
    if (d)
        kp_database_guess(a, d, "/x/y/k.cu", &includes);
    kp_arena_free(a);
    return 0;
}
