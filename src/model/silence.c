#define _GNU_SOURCE
#include "model/silence.h"

#include <ctype.h>
#include <fnmatch.h>

#include "front/front.h"
#include "model/refuse.h"

enum { MAX_GLOB = 100 };

/* ---- codes by name ----------------------------------------------------------------------------
 */

const char *kp_code_name(struct kp_arena *a, enum kp_code code)
{
    char *name = kp_sprintf(a, "kpipe-%s", kp_diag(code)->slug);

    for (char *p = name; *p; p++)
        if (*p == '_')
            *p = '-';
    return name;
}

/* "KP", "KP7", "KP70": of a whole group. */
static bool is_group(const char *g)
{
    return strlen(g) < 5 && strncasecmp(g, "KP", 2) == 0 &&
           strspn(g + 2, "0123456789") == strlen(g + 2);
}

bool kp_code_fits(struct kp_arena *a, enum kp_code code, const char *glob, size_t n)
{
    const char *name = kp_code_name(a, code), *g;

    while (n && *glob == ' ')
        glob++, n--;
    while (n && glob[n - 1] == ' ')
        n--;
    if (!n || n > MAX_GLOB)
        return false;
    g = kp_strndup(a, glob, n);
    return fnmatch(g, name, 0) == 0 || fnmatch(g, name + strlen("kpipe-"), 0) == 0 ||
           fnmatch(g, kp_diag(code)->code, FNM_CASEFOLD) == 0 ||
           (is_group(g) && strncasecmp(g, kp_diag(code)->code, n) == 0);
}

bool kp_code_is_listed(struct kp_arena *a, enum kp_code code, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");

        if (kp_code_fits(a, code, list, n))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

/* ---- what they speak of -----------------------------------------------------------------------
 */

struct finder {
    struct kp_unit *u;
    const struct kp_file *f;
    uint16_t file;
    struct kp_silences *to;
};

static const char *line_text(const struct kp_file *f, uint32_t line)
{
    return f->text + f->line_start[line - 1];
}

/* True if the line is a comment, or one of the preprocessor, that stands in front of code. */
static bool is_in_front(const struct kp_file *f, uint32_t line)
{
    const char *p = line_text(f, line) + (line == 1 ? f->bom : 0);

    p += strspn(p, " \t\r");
    return *p == '#' || kp_starts_with(p, "//") || kp_starts_with(p, "/*");
}

/* The last line of the function's or loop's head. */
static uint32_t head_end(const struct kp_file *f, const struct kp_node *n)
{
    const struct kp_node *body = n->kind == KP_DO ? n->first : n->last;

    return kp_line_of(f, body && body->kind == KP_COMPOUND ? body->span.begin : n->span.begin);
}

/* Those whose head stands in the line: their lines, too. */
static void widen(const struct finder *x, const struct kp_node *n, uint32_t line,
                  struct kp_silence *s)
{
    if (n->kind != KP_TRANSLATION_UNIT && n->file != x->file)
        return;
    if ((n->kind == KP_FUNCTION || n->kind == KP_FOR || n->kind == KP_RANGE_FOR ||
         n->kind == KP_WHILE || n->kind == KP_DO) &&
        kp_line_of(x->f, n->span.begin) <= line && line <= head_end(x->f, n)) {
        uint32_t end = kp_line_of(x->f, n->span.end ? n->span.end - 1 : 0);

        s->last = end > s->last ? end : s->last;
        return;
    }
    kp_each_child(c, n) if (kp_line_of(x->f, c->span.begin) <= line &&
                            line <= kp_line_of(x->f, c->span.end)) widen(x, c, line, s);
}

/* ---- comments ---------------------------------------------------------------------------------
 */

/* "(list)" at `at` goes to the silence. Returns what stands behind it. */
static void take_list(const struct finder *x, const char *at, struct kp_silence *s)
{
    const char *end = at + strcspn(at, ")\r\n");

    if (*at == '(' && *end == ')') {
        s->codes = kp_strndup(x->u->arena, at + 1, (size_t)(end - at - 1));
        at = end + 1;
    }
    s->span.end = (uint32_t)(at - x->f->text);
}

static void take_off(struct finder *x, const char *word, const char *at)
{
    struct kp_silence s = {
        .file = x->file, .is_ours = true, .span.begin = (uint32_t)(word - x->f->text)};
    uint32_t line = kp_line_of(x->f, s.span.begin);

    take_list(x, at + strlen("off"), &s);
    s.first = s.last = line;
    if (is_in_front(x->f, line))
        while (s.last < x->f->n_lines && is_in_front(x->f, s.last))
            s.last++;
    widen(x, x->u->parse.root, s.last, &s);
    kp_push(x->u->arena, x->to, s);
}

/* An END ends what has its list, or with none, everything. */
static void end_regions(const struct finder *x, const struct kp_silence *end)
{
    for (size_t i = 0; i < x->to->n; i++) {
        struct kp_silence *s = &x->to->v[i];

        if (s->last == UINT32_MAX && (!end->codes || kp_streq(s->codes, end->codes)))
            s->last = end->first;
    }
}

static void take_nolint(struct finder *x, const char *word)
{
    struct kp_silence s = {.file = x->file, .span.begin = (uint32_t)(word - x->f->text)};
    const char *kind = word + strlen("NOLINT"),
               *end = kind + strspn(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t n = (size_t)(end - kind);

    take_list(x, end, &s);
    s.first = s.last = kp_line_of(x->f, s.span.begin);
    if (n == 8 && kp_starts_with(kind, "NEXTLINE"))
        s.first = ++s.last;
    else if (n == 5 && kp_starts_with(kind, "BEGIN"))
        s.last = UINT32_MAX;
    else if (n == 3 && kp_starts_with(kind, "END")) {
        end_regions(x, &s);
        return;
    } else if (n)
        return;
    kp_push(x->u->arena, x->to, s);
}

/* True for what a comment begins with. */
static bool begins_comment(const char *text, const char *at)
{
    while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at - text >= 2 && at[-2] == '/' && (at[-1] == '/' || at[-1] == '*');
}

static void look(struct finder *x)
{
    const char *at = x->f->text, *mark = strstr(at, "\n" KP_UNDO_MARK), *found;
    const char *end = mark ? mark : at + x->f->size;

    for (; (found = memmem(at, (size_t)(end - at), "kpipe:", 6)); at = found + 6) {
        const char *word = found + 6 + strspn(found + 6, " \t");

        if (kp_starts_with(word, "off") && !isalnum((unsigned char)word[3]) && word[3] != '_' &&
            word[3] != '-' && begins_comment(x->f->text, found))
            take_off(x, found, word);
    }
    at = x->f->text;
    for (; (found = memmem(at, (size_t)(end - at), "NOLINT", 6)); at = found + 6)
        take_nolint(x, found);
}

void kp_find_silences(struct kp_unit *u)
{
    struct kp_silences *all = kp_new(u->arena, struct kp_silences);

    for (size_t i = 0; i == 0 || i < u->parse.files.n; i++) {
        struct finder x = {u, kp_place_file(u, i), (uint16_t)i, all};

        if (x.f->text)
            look(&x);
    }
    u->silences = all;
}

struct kp_silence *kp_silence_at(const struct kp_unit *u, enum kp_code code, uint16_t file,
                                 uint32_t line)
{
    for (size_t i = 0; u->silences && i < u->silences->n; i++) {
        struct kp_silence *s = &u->silences->v[i];

        if (s->file == file && s->first <= line && line <= s->last &&
            (!s->codes || kp_code_is_listed(u->arena, code, s->codes))) {
            s->is_used = true;
            return s;
        }
    }
    return NULL;
}
