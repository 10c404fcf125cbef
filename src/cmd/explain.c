#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/explain.h"
#include "model/refuse.h"
#include "util/embed.h"

static bool same_word(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char ca = *a == '-' ? '_' : (char)tolower((unsigned char)*a);

        if (ca != tolower((unsigned char)*b))
            return false;
    }
    return *a == *b;
}

/* Even entries are the codes, odd ones the slugs. */
static const char *word(size_t i, const void *context)
{
    const struct kp_diag_row *row = kp_diag((enum kp_code)(i / 2 + 1));

    (void)context;
    return i % 2 ? row->slug : row->code;
}

enum { N_WORDS = 2 * (KP_CODE_COUNT - 1) };

/* KP204, kp204, 204, may_alias and may-alias all mean the same row. */
static const struct kp_diag_row *find(const char *typed)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (same_word(typed, word(i, NULL)) || (i % 2 == 0 && same_word(typed, word(i, NULL) + 2)))
            return kp_diag((enum kp_code)(i / 2 + 1));
    return NULL;
}

const char *kp_explain_reason(struct kp_arena *a, const struct kp_diag_row *row)
{
    const char *hole = strstr(row->reason, "%s");

    return hole ? kp_sprintf(a, "%.*s...%s", (int)(hole - row->reason), row->reason, hole + 2)
                : row->reason;
}

/* As comments and options spell it. */
static const char *slug_of(struct kp_arena *a, const struct kp_diag_row *row)
{
    char *slug = kp_strdup(a, row->slug);

    for (char *p = slug; *p; p++)
        *p = *p == '_' ? '-' : *p;
    return slug;
}

static void list_all(struct kp_arena *a)
{
    for (int code = KP_CODE_NONE + 1; code < KP_CODE_COUNT; code++) {
        const struct kp_diag_row *row = kp_diag((enum kp_code)code);

        printf("%s  %-20s %s\n", row->code, slug_of(a, row), kp_explain_reason(a, row));
    }
}

const char *kp_explain_text(struct kp_arena *a, const struct kp_diag_row *row)
{
    const char *at = kp_embedded("diagnostics.md"), *line, *end;
    bool inside = false, fenced = false;
    struct kp_str out = kp_str_new(a);

    for (line = at; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        fenced ^= kp_starts_with(line, "```");
        if (*line == '#' && !fenced)
            inside = memmem(line, (size_t)(end - line), row->code, strlen(row->code)) != NULL;
        if (inside)
            kp_str_addn(&out, line, (size_t)(end - line));
    }
    if (!out.n)
        kp_str_addf(&out, "%s (%s): %s\n%s%s", row->code, row->slug, kp_explain_reason(a, row),
                    row->hint ? "What helps: " : "", row->hint ? row->hint : "");
    return kp_str_text(&out);
}

static int explain(struct kp_settings *s)
{
    if (s->operands.n == 0)
        list_all(s->arena);
    for (size_t i = 0; i < s->operands.n; i++) {
        const struct kp_diag_row *row = find(s->operands.v[i]);
        const char *near = kp_nearest(s->operands.v[i], N_WORDS, word, NULL);

        if (!row && near)
            return kp_complain("no code '%s'; did you mean '%s'?", s->operands.v[i], near);
        if (!row)
            return kp_complain("no code '%s'; `kpipe explain` lists all", s->operands.v[i]);
        if (i)
            putchar('\n');
        fputs(kp_explain_text(s->arena, row), stdout);
    }
    return KP_EXIT_DONE;
}

const struct kp_command kp_command_explain = {
    .name = "explain",
    .id = KP_CMD_EXPLAIN,
    .usage = "explain [CODE...]",
    .summary = "what a code in a message means",
    .details = "\n"
               "Says what the code means, shows an example, and what to change. Without CODE, "
               "lists all.\n",
    .examples = "  kpipe explain KP204\n"
                "  kpipe explain may-alias\n",
    .run = explain,
};
