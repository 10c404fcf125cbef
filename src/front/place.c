#define _GNU_SOURCE
#include "front/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "front/lex.h"
#include "front/tree.h"
#include "util/system.h"

/* ---- directives -------------------------------------------------------------------------------
 */

bool kp_next_asked(const char *text, size_t size, uint32_t *at, struct kp_asked *found)
{
    static const char *const words[] = {"include", "include_next", "import", "embed"};

    for (;;) {
        struct kp_token line = kp_lex(text, *at, (uint32_t)size), word;

        if (line.kind == KP_TOKEN_END)
            return false;
        *at = line.end;
        if (line.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(text, line);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            uint32_t name = word.end + (uint32_t)strspn(text + word.end, " \t");

            if (!kp_token_is(text, word, words[i]))
                continue;
            *found = (struct kp_asked){.begin = name + 1, .end = name + 1, .is_next = i == 1};
            if (name < line.end && (text[name] == '"' || text[name] == '<')) {
                char close = text[name] == '"' ? '"' : '>';

                while (found->end < line.end && text[found->end] != close)
                    found->end++;
                found->quote = text[name];
            }
            return true;
        }
    }
}

/* The name in `#ifndef NAME`, `#define NAME`; empty: the lines are others. */
static struct kp_span guarding_name(const char *text, struct kp_token first, struct kp_token second)
{
    struct kp_token word, name, defined, again;

    if (first.kind != KP_TOKEN_DIRECTIVE || second.kind != KP_TOKEN_DIRECTIVE)
        return (struct kp_span){0, 0};
    word = kp_lex_directive(text, first);
    name = kp_lex_code(text, word.end, first.end);
    defined = kp_lex_directive(text, second);
    again = kp_lex_code(text, defined.end, second.end);
    if (!kp_token_is(text, word, "ifndef") || !kp_token_is(text, defined, "define") ||
        name.kind != KP_TOKEN_IDENT || name.end - name.begin != again.end - again.begin ||
        memcmp(text + name.begin, text + again.begin, again.end - again.begin) != 0)
        return (struct kp_span){0, 0};
    return (struct kp_span){again.begin, again.end};
}

/* The guard that begins with the directive; *end is behind it. */
static bool guard_from(const char *text, struct kp_token first, uint32_t size,
                       struct kp_include_guard *to, uint32_t *end)
{
    struct kp_span name = guarding_name(text, first, kp_lex(text, first.end, size));
    int depth = 0;

    for (struct kp_token k = first; name.end && k.kind != KP_TOKEN_END;
         k = kp_lex(text, k.end, size)) {
        struct kp_token word = kp_lex_directive(text, k);

        if (k.kind != KP_TOKEN_DIRECTIVE)
            continue;
        if (depth == 1 && word.end - word.begin > 2 && !memcmp(text + word.begin, "el", 2))
            return false; /* it counts otherwise the second time */
        depth += kp_begins_branches(text, word);
        depth -= kp_token_is(text, word, "endif");
        if (depth)
            continue;
        *to = (struct kp_include_guard){
            .first = {first.begin, first.end}, .last = {k.begin, k.end}, .name = name};
        *end = k.end;
        return true;
    }
    return false;
}

void kp_find_include_guard(const char *text, uint32_t begin, uint32_t size,
                           struct kp_include_guard *to)
{
    uint32_t end = 0;

    if (!guard_from(text, kp_lex(text, begin, size), size, to, &end) ||
        kp_lex(text, end, size).kind != KP_TOKEN_END)
        *to = (struct kp_include_guard){0};
}

/* The end of the #if group that begins with the directive, and whether there is code in it. */
static uint32_t behind_group(const char *text, struct kp_token first, uint32_t size, bool *has_code)
{
    int depth = 0;

    for (struct kp_token k = first; k.kind != KP_TOKEN_END; k = kp_lex(text, k.end, size)) {
        struct kp_token word = kp_lex_directive(text, k);

        *has_code |= k.kind != KP_TOKEN_DIRECTIVE;
        if (k.kind != KP_TOKEN_DIRECTIVE)
            continue;
        depth += kp_begins_branches(text, word);
        depth -= kp_token_is(text, word, "endif");
        if (depth <= 0)
            return k.end;
    }
    return size;
}

void kp_find_body_guard(const char *text, uint32_t begin, uint32_t size,
                        struct kp_include_guard *to)
{
    struct kp_token t = kp_lex(text, begin, size), group = {0};
    bool had_code = false;
    unsigned n = 0; /* groups without code, or the one with */
    uint32_t end;

    *to = (struct kp_include_guard){0};
    for (; t.kind == KP_TOKEN_DIRECTIVE; t = kp_lex(text, end, size)) {
        bool has_code = false;

        end = behind_group(text, t, size, &has_code);
        if (has_code && had_code)
            return;
        if (had_code || (!has_code && !kp_begins_branches(text, kp_lex_directive(text, t))))
            continue;
        group = t;
        n = has_code ? 1 : n + 1;
        had_code = has_code;
    }
    if (t.kind != KP_TOKEN_END || n != 1 || !guard_from(text, group, size, to, &end))
        *to = (struct kp_include_guard){0};
}

/* A file that cannot be examined counts as existing, as for compilers, which stop there. */
static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) ? errno != ENOENT && errno != ENOTDIR : S_ISREG(st.st_mode);
}

/* ---- in another place -------------------------------------------------------------------------
 */

/* The file that the directive at that offset is known to include; NULL: not known. */
static const char *known_file(const struct kp_place_job *j, uint32_t at)
{
    for (size_t i = 0; i < j->n_known; i++)
        if (j->known[i].span.begin <= at && at < j->known[i].span.end)
            return j->known[i].found;
    return NULL;
}

/* The new name for an included file that is placed, or NULL; NULL with *why set if it may be a
 * placed file. */
static const char *placed_name(struct kp_arena *a, const struct kp_place_job *j, const char *name,
                               const char *beside, uint32_t at, const char **why)
{
    const char *found = known_file(j, at), *file;

    file = found ? found : beside;
    for (size_t i = 0; j->placed && i < j->placed->n; i++) {
        const struct kp_placed *p = &j->placed->v[i];

        if (file && (kp_streq(file, p->path) || kp_is_same_file(file, p->path)))
            return p->name;
        if (!file && kp_streq(kp_file_name(name), kp_file_name(p->path)))
            *why = kp_sprintf(a, "'%s' may include '%s' in another way, too", j->path, name);
    }
    return NULL;
}

bool kp_place(struct kp_arena *a, struct kp_place_job *j, const char **why)
{
    struct kp_str s = kp_str_new(a);
    struct kp_asked in;
    uint32_t at = 0, done = 0;

    *why = NULL;
    if (strstr(j->text, "__has_include") || strstr(j->text, "__has_embed"))
        *why = "it asks with __has_include what is there";
    else if (strstr(j->text, "__BASE_FILE__") || strstr(j->text, "__INCLUDE_LEVEL__"))
        *why = "it asks for its own name with __BASE_FILE__ or __INCLUDE_LEVEL__";
    while (!*why && kp_next_asked(j->text, j->size, &at, &in)) {
        const char *name = kp_strndup(a, j->text + in.begin, in.end - in.begin), *other;
        const char *full = name[0] == '/' ? name : kp_sprintf(a, "%s/%s", j->folder, name);
        bool is_beside = in.quote == '"' && is_file(full);

        if (!in.quote) {
            *why = "a macro names what it includes";
            break;
        }
        other = placed_name(a, j, name, is_beside ? full : NULL, in.begin, why);
        if (*why)
            break;
        if (!other && (!is_beside || name[0] == '/'))
            continue;
        if (in.is_next)
            *why = "it includes with #include_next";
        else if (!other && kp_is_same_file(full, j->path))
            *why = "it includes itself";
        kp_str_addn(&s, j->text + done, in.begin - 1 - done);
        kp_str_addf(&s, "\"%s\"", other ? other : full);
        done = in.end + 1;
    }
    kp_str_addn(&s, j->text + done, j->size - done);
    j->result = kp_str_text(&s);
    j->result_size = s.n;
    return !*why;
}

/* ---- by way of a source -----------------------------------------------------------------------
 */

static const char *real_name(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = kp_strdup(a, real ? real : path);

    free(real);
    return copy;
}

static bool is_listed(const struct kp_placed_list *list, const char *path)
{
    for (size_t i = 0; i < list->n; i++)
        if (kp_streq(list->v[i].path, path))
            return true;
    return false;
}

const struct kp_via *kp_via_of(struct kp_arena *a, const struct kp_unit *u)
{
    struct kp_via *via;
    const char *source;
    size_t before;

    if (!kp_seen_from(u))
        return NULL;
    via = kp_new(a, struct kp_via);
    *via = (struct kp_via){.path = kp_seen_from(u),
                           .header = real_name(a, u->source.path),
                           .inclusions = u->parse.inclusions.v,
                           .n = u->parse.inclusions.n,
                           .all = u->parse.files.v};
    source = real_name(a, via->path);
    kp_push(a, &via->files, (struct kp_placed){.path = via->header});
    do {
        before = via->files.n;
        for (size_t i = 0; i < via->n; i++) {
            const struct kp_inclusion *in = &via->inclusions[i];
            const char *by = real_name(a, in->file ? via->all[in->file].path : u->source.path);

            if (is_listed(&via->files, in->found) && !is_listed(&via->files, by) &&
                !kp_streq(by, source))
                kp_push(a, &via->files, (struct kp_placed){.path = by});
        }
    } while (via->files.n > before);
    return via;
}

/* `of`: the file whose directives the text has as they were found; NULL: another text's. */
static bool place_one(struct kp_arena *a, const struct kp_via *via,
                      const struct kp_placed_list *list, const char *of, struct kp_placed *p,
                      const char **why)
{
    struct kp_place_job j = {.path = p->path,
                             .folder = kp_folder_in(a, p->path),
                             .text = p->text,
                             .size = p->size,
                             .placed = list};
    KP_VEC(struct kp_inclusion) known = {0};

    for (size_t i = 0; of && i < via->n; i++)
        if (via->inclusions[i].file &&
            kp_streq(real_name(a, via->all[via->inclusions[i].file].path), of))
            kp_push(a, &known, via->inclusions[i]);
    j.known = known.v;
    j.n_known = known.n;
    if (!kp_place(a, &j, why))
        return false;
    p->text = j.result;
    p->size = j.result_size;
    return true;
}

bool kp_via_texts(struct kp_arena *a, const struct kp_via *via, const char *prefix,
                  const struct kp_placed *header, struct kp_placed *source,
                  struct kp_placed_list *others, const char **why)
{
    *source = (struct kp_placed){.path = real_name(a, via->path)};
    source->text = kp_read_file(a, source->path, &source->size);
    *why = source->text ? NULL : "the source cannot be read";
    for (size_t i = 0; i < via->files.n && !*why; i++) {
        struct kp_placed p = {.path = via->files.v[i].path,
                              .name = kp_sprintf(a, "%s%zu", prefix, i)};

        if (i == 0) {
            p.text = header->text;
            p.size = header->size;
        } else if (!(p.text = kp_read_file(a, p.path, &p.size))) {
            *why = "a header cannot be read";
        }
        kp_push(a, others, p);
    }
    for (size_t i = 0; i < others->n && !*why; i++)
        place_one(a, via, others, i ? others->v[i].path : NULL, &others->v[i], why);
    return !*why && place_one(a, via, others, source->path, source, why);
}
