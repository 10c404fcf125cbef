/* Rewritten files say in their text how many stages they have. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/proof.h"
#include "util/str.h"
#include "util/system.h"

/* The most that a line `// kpipe VERSION: pipelined, cp.async, N stages (..` names. */
static unsigned most_stages(const char *text)
{
    unsigned most = 0;

    for (const char *p = text; (p = strstr(p, "// kpipe ")); p++) {
        size_t n = strcspn(p, "\n");
        const char *word = memmem(p, n, " stages (", 9);
        const char *digits = word;
        while (digits && digits > p && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        if (word && digits < word && strtoul(digits, NULL, 10) > most)
            most = (unsigned)strtoul(digits, NULL, 10);
    }
    return most;
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Does the function whose text holds `at` begin with `__global__ ... NAME(`? */
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

/* The kernel divides its block's dynamic shared memory by the number of stages: in front of its
 * loop stands `asm("mov.u32 %0, %dynamic_smem_size;" : ..); kp_stride = kp_stride / N / 128 *
 * 128;`. */
static unsigned staged_smem(const char *text, const char *kernel)
{
    for (const char *p = text; (p = strstr(p, "%%dynamic_smem_size;")); p++) {
        const char *end = strstr(p, " / 128 * 128;"), *digits = end;
        if (!end || !in_kernel(text, p, kernel))
            continue;
        while (digits > p && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        return (unsigned)strtoul(digits, NULL, 10);
    }
    return 0;
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
    o->stages = most_stages(text);
    o->smem_stages = staged_smem(text, kernel);
    o->smem_bytes = moved_smem(a, text, kernel);
    return NULL;
}
