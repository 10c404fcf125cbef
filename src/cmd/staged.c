/* Rewritten files say in their text how many stages they have. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/proof.h"
#include "util/str.h"
#include "util/system.h"

/* What a line `// kpipe VERSION: pipelined, cp.async, N stages (..` or `.., one buffer (..` says;
 * 0: it is none. */
static unsigned stages_of(const char *line)
{
    size_t n = strcspn(line, "\n");
    const char *word = memmem(line, n, " stages (", 9), *digits = word;

    while (digits && digits > line && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (word && digits < word)
        return (unsigned)strtoul(digits, NULL, 10);
    return memmem(line, n, ", one buffer (", 14) ? 1 : 0;
}

/* A loop's lines end where the next one's begin, where the one as it was written stands beside it,
 * or with its function. */
static unsigned end_of_loop(const char *p, unsigned line)
{
    while ((p = strchr(p, '\n'))) {
        const char *text = p + 1 + strspn(p + 1, " \t");

        p++;
        line++;
        if (*p == '}' || kp_starts_with(text, "} else { // kpipe: as written") ||
            (kp_starts_with(text, "// kpipe ") && stages_of(text)))
            return line;
    }
    return line + 1;
}

void kp_find_rewritten_loops(struct kp_arena *a, const char *text, struct kp_verify_options *o)
{
    KP_VEC(struct kp_rewritten_loop) loops = {0};
    unsigned line = 1;

    o->stages = 0;
    for (const char *p = text; *p; p++) {
        unsigned stages = kp_starts_with(p, "// kpipe ") ? stages_of(p) : 0;
        struct kp_rewritten_loop l = {line, stages ? end_of_loop(p, line) : 0, stages};
        if (stages)
            kp_push(a, &loops, l);
        o->stages = stages > o->stages ? stages : o->stages;
        line += *p == '\n';
    }
    o->loops = loops.v;
    o->n_loops = (unsigned)loops.n;
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* True if the function whose text holds `at` begins with `__global__ ... NAME(`. */
static bool in_kernel(const char *text, const char *at, const char *name)
{
    const char *begin = NULL, *body;

    for (const char *p = text; (p = strstr(p, "__global__")) && p < at; p++)
        begin = p;
    body = begin ? strchr(begin, '{') : NULL;
    for (const char *p = begin; body && (p = strstr(p, name)) && p < body; p++)
        if (!is_word_char(p[-1]) && !is_word_char(p[strlen(name)]))
            return true;
    return false;
}

static const char *first_digit(const char *end, const char *from)
{
    while (end > from && end[-1] >= '0' && end[-1] <= '9')
        end--;
    return end;
}

/* The kernel divides its block's dynamic shared memory by the number of stages: in front of its
 * loop stands `asm("mov.u32 %0, %dynamic_smem_size;" : ..); kp_stride = kp_stride / N / 128 *
 * 128;`. */
static unsigned staged_smem(const char *text, const char *kernel)
{
    for (const char *p = text; (p = strstr(p, "%%dynamic_smem_size;")); p++) {
        const char *end = strstr(p, " / 128 * 128;");
        if (end && in_kernel(text, p, kernel))
            return (unsigned)strtoul(first_digit(end, p), NULL, 10);
    }
    return 0;
}

/* Its further stages are smaller than what the launch asks for: `constexpr unsigned kp_stride =
 * 8192; // bytes of one stage, of 3`; ` in all`: where these take what it asks for, too. */
static void stages_smem(const char *text, const char *kernel, struct kp_staged_smem *out)
{
    static const char words[] = "; // bytes of one stage, of ";

    for (const char *p = text; (p = strstr(p, words)); p++)
        if (in_kernel(text, p, kernel)) {
            unsigned bytes = (unsigned)strtoul(first_digit(p, text), NULL, 10);
            char *end;
            unsigned stages = (unsigned)strtoul(p + strlen(words), &end, 10);

            if (kp_starts_with(end, KP_STAGES_IN_ALL))
                out->least = bytes * stages;
            else
                out->more += bytes * (stages - 1);
            return;
        }
}

/* The kernel's tiles are dynamic shared memory where they were static: in front of it stands
 * `struct kp_NAME_shared { // up to 67584 bytes`. */
static unsigned moved_smem(struct kp_arena *a, const char *text, const char *kernel)
{
    const char *head = kp_sprintf(a, "struct kp_%s_shared", kernel);

    for (const char *p = text; (p = strstr(p, head)); p++) {
        size_t n = strcspn(p, "\n");
        const char *digits = memmem(p, n, " { // ", 6);

        digits = digits ? digits + 6 : NULL;
        if (digits && kp_starts_with(digits, "up to "))
            digits += 6;
        if (digits && *digits >= '0' && *digits <= '9')
            return (unsigned)strtoul(digits, NULL, 10);
    }
    return 0;
}

const char *kp_read_staged(struct kp_arena *a, const char *path, const char *kernel,
                           struct kp_verify_options *o)
{
    size_t n;
    char *text = kp_read_file(a, path, &n);

    if (!text)
        return kp_sprintf(a, "%s: %s", path, strerror(errno));
    kp_find_rewritten_loops(a, text, o);
    o->smem = (struct kp_staged_smem){.stages = staged_smem(text, kernel),
                                      .more = moved_smem(a, text, kernel)};
    stages_smem(text, kernel, &o->smem);
    return NULL;
}
