#define _GNU_SOURCE
#include "emit/undo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emit/diff.h"
#include "front/front.h"
#include "model/silence.h"
#include "util/cache_folder.h"

/* A text and its lines; a last line without a newline is one, too. */
static struct kp_file lines_of(struct kp_arena *a, const char *text, size_t size)
{
    struct kp_file f = {.text = text, .size = (uint32_t)size};

    kp_file_index(a, &f);
    f.n_lines = size ? f.n_lines : 0;
    return f;
}

/* Where a line begins, counted from 1; behind the last one it is the text's end. */
static uint32_t begin_of(const struct kp_file *f, uint32_t line)
{
    return line <= f->n_lines ? f->line_start[line - 1] : f->size;
}

static uint64_t hash_lines(const struct kp_file *f, uint32_t line, uint32_t count)
{
    uint32_t from = begin_of(f, line);

    return kp_hash_bytes(f->text + from, begin_of(f, line + count) - from);
}

/* ---- what was changed -------------------------------------------------------------------------
 */

/* One line more on either side; what then touches becomes one. */
static void widen(struct kp_arena *a, const struct kp_hunks *from, const struct kp_file *text,
                  struct kp_hunks *to)
{
    for (size_t i = 0; i < from->n; i++) {
        struct kp_hunk h = from->v[i], *last = to->n ? &to->v[to->n - 1] : NULL;
        uint32_t above = h.old_line > 1, below = h.old_line + h.old_count <= text->n_lines;

        h.old_line -= above;
        h.new_line -= above;
        h.old_count += above + below;
        h.new_count += above + below;
        if (last && h.old_line <= last->old_line + last->old_count) {
            last->old_count = h.old_line + h.old_count - last->old_line;
            last->new_count = h.new_line + h.new_count - last->new_line;
        } else {
            kp_push(a, to, h);
        }
    }
}

bool kp_changes_back(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, struct kp_changes *to, const char **error)
{
    struct kp_file now = lines_of(a, text, size), was = lines_of(a, original, original_size);
    struct kp_hunks plain = {0}, hunks = {0};

    if (kp_diff_lines(a, text, size, original, original_size, &plain, error) != KP_DIFF_MADE)
        return false;
    widen(a, &plain, &now, &hunks);
    for (size_t i = 0; i < hunks.n; i++) {
        const struct kp_hunk *h = &hunks.v[i];
        uint32_t from = begin_of(&was, h->new_line),
                 end = begin_of(&was, h->new_line + h->new_count);
        struct kp_change c = {h->old_line, h->old_count,
                              hash_lines(&now, h->old_line, h->old_count), original + from,
                              end - from};

        kp_push(a, to, c);
    }
    return true;
}

/* ---- taking it back ---------------------------------------------------------------------------
 */

static bool fits(const struct kp_file *f, const struct kp_change *c, uint32_t line)
{
    return line >= 1 && (uint64_t)line + c->count <= (uint64_t)f->n_lines + 1 &&
           hash_lines(f, line, c->count) == c->hash;
}

/* Where the change's lines stand, from `least` on: where they would be, moved as the change before
 * was, or the only place; 0: in none or in several. */
static uint32_t find(const struct kp_file *f, const struct kp_change *c, uint32_t least,
                     int64_t moved)
{
    int64_t expected = (int64_t)c->line + moved;
    uint32_t found = 0;

    if (expected >= least && expected <= UINT32_MAX && fits(f, c, (uint32_t)expected))
        return (uint32_t)expected;
    for (uint32_t line = least; line <= f->n_lines; line++) {
        if (!fits(f, c, line))
            continue;
        if (found)
            return 0;
        found = line;
    }
    return found;
}

const char *kp_take_back(struct kp_arena *a, const char *text, size_t size,
                         const struct kp_changes *changes, size_t *new_size, const char **why)
{
    struct kp_file f = lines_of(a, text, size);
    struct kp_str out = kp_str_new(a);
    uint32_t done = 1; /* the first line that is not in `out` yet */
    int64_t moved = 0;

    for (size_t i = 0; i < changes->n; i++) {
        const struct kp_change *c = &changes->v[i];
        uint32_t line = find(&f, c, done, moved);

        if (!line) {
            *why =
                kp_sprintf(a, "lines %u to %u of the rewritten text are not as kpipe has left them",
                           c->line, c->line + c->count - 1);
            return NULL;
        }
        kp_str_addn(&out, text + begin_of(&f, done), begin_of(&f, line) - begin_of(&f, done));
        kp_str_addn(&out, c->text, c->size);
        done = line + c->count;
        moved = (int64_t)line - c->line;
    }
    kp_str_addn(&out, text + begin_of(&f, done), size - begin_of(&f, done));
    *new_size = out.n;
    return kp_str_text(&out);
}

/* ---- comments that carry it -------------------------------------------------------------------
 */

/* Behind the line's text stands how it ends: with a newline, a carriage return and a newline, or
 * with the text. False: compilers would see the end of the comment in it. */
static bool carry_line(struct kp_str *out, const char *line, size_t n)
{
    bool ends = n && line[n - 1] == '\n', returns;

    n -= ends;
    returns = ends && n && line[n - 1] == '\r';
    n -= returns;
    kp_str_add(out, "//|");
    kp_str_addn(out, line, n);
    kp_str_add(out, returns ? "^\n" : ends ? "|\n" : "=\n");
    return !memchr(line, '\r', n);
}

const char *kp_carry(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, const char **error)
{
    struct kp_changes changes = {0};
    struct kp_str out = kp_str_new(a);

    if (!kp_changes_back(a, text, size, original, original_size, &changes, error))
        return NULL;
    kp_str_add(&out, size && text[size - 1] == '\n' ? "" : "\n");
    kp_str_add(&out, KP_UNDO_MARK ": `kpipe undo FILE` brings back what these lines keep\n");
    for (size_t i = 0; i < changes.n; i++) {
        const struct kp_change *c = &changes.v[i];
        struct kp_file f = lines_of(a, c->text, c->size);

        kp_str_addf(&out, "// @ %u %u %016" PRIx64 " %u\n", c->line, c->count, c->hash, f.n_lines);
        for (uint32_t k = 1; k <= f.n_lines; k++) {
            if (!carry_line(&out, c->text + begin_of(&f, k),
                            begin_of(&f, k + 1) - begin_of(&f, k))) {
                *error = "a carriage return in a line would end the comment that keeps it";
                return NULL;
            }
        }
    }
    kp_str_addf(&out, "// = %016" PRIx64 " %016" PRIx64 "%s\n", kp_hash_bytes(text, size),
                kp_hash_bytes(original, original_size),
                size && text[size - 1] == '\n' ? "" : " open");
    return kp_str_text(&out);
}

/* Behind the newline, or at the end of the text. */
static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

/* Reads the lines behind the mark; *end is the one with the hashes. */
static bool read_changes(struct kp_arena *a, const char *at, struct kp_changes *to,
                         const char **end)
{
    at = next_line(at);
    while (kp_starts_with(at, "// @ ")) {
        struct kp_change c = {0};
        struct kp_str lines = kp_str_new(a);
        unsigned kept;

        if (sscanf(at, "// @ %u %u %" SCNx64 " %u\n", &c.line, &c.count, &c.hash, &kept) != 4)
            return false;
        for (at = next_line(at); kept && kp_starts_with(at, "//|"); kept--) {
            size_t n = strcspn(at, "\n");

            if (n < 4 || at[n] != '\n' || !strchr("|^=", at[n - 1]))
                return false;
            kp_str_addn(&lines, at + 3, n - 4);
            kp_str_add(&lines, at[n - 1] == '|' ? "\n" : at[n - 1] == '^' ? "\r\n" : "");
            at += n + 1;
        }
        if (kept)
            return false;
        c.text = kp_str_text(&lines);
        c.size = lines.n;
        kp_push(a, to, c);
    }
    *end = at;
    return kp_starts_with(at, "// = ");
}

const char *kp_undo_carried(struct kp_arena *a, const char *text, size_t size, size_t *new_size,
                            const char **why)
{
    const char *mark = NULL, *end, *out, *rest;
    struct kp_changes changes = {0};
    struct kp_str own = kp_str_new(a);
    uint64_t now, was;

    for (const char *at = text; (at = strstr(at, KP_UNDO_MARK)); at++)
        if (at == text || at[-1] == '\n')
            mark = at; /* the last one was made last */
    if (!mark)
        return NULL;
    *why = "the comments that keep the original are damaged";
    if (!read_changes(a, mark, &changes, &end) ||
        sscanf(end, "// = %" SCNx64 " %" SCNx64, &now, &was) != 2)
        return NULL;
    rest = end + strcspn(end, "\n");
    kp_str_addn(&own, text, (size_t)(mark - text));
    if (own.n && rest - end > 5 && kp_starts_with(rest - 5, " open"))
        own.s[--own.n] = '\0';
    rest += *rest == '\n';
    kp_str_addn(&own, rest, (size_t)(text + size - rest));
    out = kp_take_back(a, kp_str_text(&own), own.n, &changes, new_size, why);
    if (out && kp_hash_bytes(kp_str_text(&own), own.n) == now &&
        kp_hash_bytes(out, *new_size) != was)
        return NULL; /* the text is as kpipe left it, and still does not lead back */
    if (out)
        *why = NULL;
    return out;
}
