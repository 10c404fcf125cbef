#define _GNU_SOURCE
#include "cc/note.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An ELF note: sizes of name and text, type, name, text. */
#define NAME "kpipe"
enum { TYPE = 0x6b70, HEAD = 3 * 4 + 8, MOST = 1 << 20, FIELDS = 6 };

/* ---- written ----------------------------------------------------------------------------------
 */

/* One line an entry, its fields apart by tabs. */
static const char *lines_of(struct kp_arena *a, const struct kp_cc_entries *entries)
{
    struct kp_str s = kp_str_new(a);

    for (size_t i = 0; i < entries->n; i++) {
        const struct kp_cc_entry *e = &entries->v[i];

        kp_str_addf(&s, "%s\t%s\t%u\t%s\t%s\t%s\n", e->kernel, e->file, e->line, e->plan,
                    e->version, e->proof);
    }
    return kp_str_text(&s);
}

const char *kp_cc_note_text(struct kp_arena *a, const struct kp_cc_entries *entries)
{
    const char *text = lines_of(a, entries);
    struct kp_str s = kp_str_new(a);
    size_t n = (strlen(text) + 4) / 4 * 4; /* with a zero, and whole words */

    kp_str_add(&s, "\n#if !defined __CUDA_ARCH__ && defined __ELF__\n");
    kp_str_addf(
        &s, "static const struct { unsigned head[3]; char name[8], text[%zu]; } kp_note_of_kpipe\n",
        n);
    kp_str_add(&s, "    __attribute__((used, unused, aligned(4), section(\".note.kpipe\"))) = {\n");
    kp_str_addf(&s, "    {%zu, %zu, %d}, \"" NAME "\",\n    \"", sizeof NAME, n, TYPE);
    for (; *text; text++)
        if (*text == '\n')
            kp_str_add(&s, text[1] ? "\\n\"\n    \"" : "\\n");
        else if (*text == '\t')
            kp_str_add(&s, "\\t");
        else
            kp_str_addf(&s, "%s%c", strchr("\"\\?", *text) ? "\\" : "", *text);
    kp_str_add(&s, "\"};\n#endif\n");
    return kp_str_text(&s);
}

/* ---- read -------------------------------------------------------------------------------------
 */

static uint32_t word(const char *at)
{
    const unsigned char *p = (const unsigned char *)at;

    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The next field; *at is moved after it. NULL: there is none. */
static const char *field(struct kp_arena *a, const char **at, char end)
{
    size_t n = strcspn(*at, "\t\n");
    const char *text = kp_strndup(a, *at, n);

    if ((*at)[n] != end)
        return NULL;
    *at += n + 1;
    return text;
}

static void take_lines(struct kp_arena *a, const char *at, struct kp_cc_entries *to)
{
    while (*at) {
        const char *f[FIELDS];
        struct kp_cc_entry e;

        for (int i = 0; i < FIELDS; i++)
            if (!(f[i] = field(a, &at, i + 1 < FIELDS ? '\t' : '\n')))
                return;
        e = (struct kp_cc_entry){f[0], f[1], (unsigned)strtoul(f[2], NULL, 10), f[3], f[4], f[5]};
        kp_push(a, to, e);
    }
}

struct kp_cc_entries kp_cc_notes(struct kp_arena *a, const char *bytes, size_t size)
{
    static const char name[8] = NAME;
    struct kp_cc_entries to = {0};
    const char *at = bytes, *end = bytes + size;

    while ((at = memmem(at, (size_t)(end - at), name, sizeof name))) {
        const char *head = at - 3 * 4, *text = at + sizeof name;
        uint32_t n;

        at++;
        if (head < bytes || word(head) != sizeof NAME || word(head + 8) != TYPE)
            continue;
        n = word(head + 4);
        if (n && n <= MOST && n <= (size_t)(end - text) && !text[n - 1])
            take_lines(a, kp_strndup(a, text, n), &to);
    }
    return to;
}
