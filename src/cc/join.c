#define _GNU_SOURCE
#include "cc/join.h"

#include <stdlib.h>
#include <string.h>

#include "front/lex.h"
#include "util/str.h"

/* ---- joining ----------------------------------------------------------------------------------
 */

struct join {
    struct kp_arena *arena;
    const struct kp_cc_graph *g;
    struct kp_cc_joined *to;
    struct kp_str text;
    uint32_t line; /* of the text's end, from 1 */
    bool *entered;
};

static void add(struct join *j, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        j->line += text[i] == '\n';
    kp_str_addn(&j->text, text, n);
}

static uint32_t line_of(const struct kp_cc_file *f, uint32_t at)
{
    uint32_t line = 1;

    for (uint32_t i = 0; i < at; i++)
        line += f->text.text[i] == '\n';
    return line;
}

static void begin_part(struct join *j, const struct kp_cc_file *f, uint32_t at)
{
    struct kp_user_lines part = {.first = j->line, .path = f->name, .line = line_of(f, at)};

    kp_push(j->arena, &j->to->lines, part);
}

static void put(struct join *j, const char *text)
{
    add(j, text, strlen(text));
}

static void join_file(struct join *j, size_t file);

/* The header's text in the place of the directive. */
static void open_file(struct join *j, struct kp_cc_mark *m)
{
    const struct kp_cc_file *f = j->g->files.v[m->file], *of = j->g->files.v[m->ask->target];
    size_t number = j->to->marks.n;

    m->kind = KP_CC_OPENS;
    m->text = kp_sprintf(j->arena, "#line 1 \"%s\" " KP_CC_MARK "%zu(\n", of->name, number);
    m->ends = kp_sprintf(j->arena, "#line %u \"%s\" " KP_CC_MARK "%zu)",
                         line_of(f, m->line.end) + 1, f->name, number);
    kp_push(j->arena, &j->to->marks, *m);
    put(j, m->text);
    join_file(j, (size_t)m->ask->target);
    put(j, m->ends);
}

static void put_mark(struct join *j, struct kp_cc_mark m)
{
    const struct kp_cc_file *f = j->g->files.v[m.file];
    const struct kp_cc_ask *ask = m.ask;
    const char *mark = kp_sprintf(j->arena, KP_CC_MARK "%zu.", j->to->marks.n);
    bool joins = ask && ask->target >= 0 && j->g->files.v[ask->target]->is_joined;

    m.text = mark;
    if (joins && !j->entered[ask->target]) {
        open_file(j, &m);
        begin_part(j, f, m.line.end);
        return;
    }
    m.kind = joins ? KP_CC_AGAIN : ask ? KP_CC_PLACED : KP_CC_BLANK;
    if (m.kind == KP_CC_PLACED)
        m.text = kp_sprintf(j->arena, "#include \"%s/%.*s\" %s", f->full ? f->full : f->folder,
                            (int)(ask->name.end - ask->name.begin), f->text.text + ask->name.begin,
                            mark);
    kp_push(j->arena, &j->to->marks, m);
    put(j, m.text);
}

static int by_place(const void *a, const void *b)
{
    const struct kp_cc_mark *x = a, *y = b;

    return x->line.begin < y->line.begin ? -1 : x->line.begin > y->line.begin;
}

/* The lines that cannot stay as they are: those that find what is joined, and, of a header, its
 * guard and what is found beside it. */
static size_t find_lines(const struct join *j, size_t file, struct kp_cc_mark **to)
{
    const struct kp_cc_file *f = j->g->files.v[file];
    size_t n = 0;

    *to = kp_new_array(j->arena, struct kp_cc_mark, f->asks.n + 2);
    if (f->guard.name.end) {
        (*to)[n++] = (struct kp_cc_mark){.file = file, .line = f->guard.first};
        (*to)[n++] = (struct kp_cc_mark){.file = file, .line = f->guard.last};
    }
    for (size_t i = 0; i < f->asks.n; i++) {
        const struct kp_cc_ask *ask = &f->asks.v[i];

        if ((ask->target >= 0 && j->g->files.v[ask->target]->is_joined) || (file && ask->is_beside))
            (*to)[n++] = (struct kp_cc_mark){.file = file, .line = ask->line, .ask = ask};
    }
    if (n)
        qsort(*to, n, sizeof **to, by_place);
    return n;
}

static void join_file(struct join *j, size_t file)
{
    const struct kp_cc_file *f = j->g->files.v[file];
    uint32_t at = file ? f->bom : 0;
    struct kp_cc_mark *lines;
    size_t n = find_lines(j, file, &lines);

    j->entered[file] = true;
    begin_part(j, f, at);
    for (size_t i = 0; i < n; i++) {
        add(j, f->text.text + at, lines[i].line.begin - at);
        at = lines[i].line.end;
        put_mark(j, lines[i]);
    }
    add(j, f->text.text + at, f->text.size - at);
    if (file && j->text.s[j->text.n - 1] != '\n')
        put(j, "\n");
}

void kp_cc_join(struct kp_arena *a, const struct kp_cc_graph *g, struct kp_cc_joined *to)
{
    struct join j = {.arena = a, .g = g, .to = to, .line = 1};

    *to = (struct kp_cc_joined){.graph = g};
    j.text = kp_str_new(a);
    j.entered = kp_new_array(a, bool, g->files.n + 1);
    join_file(&j, 0);
    to->text = (struct kp_cc_text){kp_str_text(&j.text), j.text.n};
}

/* ---- cutting ----------------------------------------------------------------------------------
 */

struct piece {
    const char *text; /* NULL: a mark's directive */
    size_t n, mark;
};

struct pieces {
    KP_VEC(struct piece) list;
};

struct cut {
    struct kp_arena *arena;
    const struct kp_cc_joined *j;
    struct pieces *files;
    bool *seen; /* by mark */
    KP_VEC(size_t) open;
    const char *at, *end;
};

static size_t file_now(const struct cut *c)
{
    return c->open.n ? (size_t)c->j->marks.v[c->open.v[c->open.n - 1]].ask->target : 0;
}

static void keep(struct cut *c, const char *text, size_t n, size_t mark)
{
    if (n || !text)
        kp_push(c->arena, &c->files[file_now(c)].list, ((struct piece){text, n, mark}));
}

static bool take(struct cut *c, const char *text)
{
    size_t n = strlen(text);

    if ((size_t)(c->end - c->at) < n || memcmp(c->at, text, n) != 0)
        return false;
    c->at += n;
    return true;
}

/* A line with a mark of that number in it, which begins at `at`. */
static bool take_mark(struct cut *c, const char *mark, size_t number)
{
    const struct kp_cc_mark *m = &c->j->marks.v[number];
    size_t lead = strspn(c->at, " \t");

    if (c->open.n && number == c->open.v[c->open.n - 1] && take(c, m->ends)) {
        c->open.n--;
        return true;
    }
    if (c->seen[number] || m->file != file_now(c))
        return false;
    keep(c, c->at, lead, 0);
    c->at += lead;
    if (!take(c, m->text) || c->at <= mark)
        return false;
    keep(c, NULL, 0, number);
    c->seen[number] = true;
    if (m->kind == KP_CC_OPENS)
        kp_push(c->arena, &c->open, number);
    return true;
}

static bool cut_all(struct cut *c)
{
    static const char mark[] = KP_CC_MARK;

    while (c->at < c->end) {
        const char *line = memchr(c->at, '\n', (size_t)(c->end - c->at));
        size_t n = (size_t)((line ? line + 1 : c->end) - c->at);
        const char *found = memmem(c->at, n, mark, sizeof mark - 1);

        if (found) {
            size_t number = strtoul(found + sizeof mark - 1, NULL, 10);

            if (number >= c->j->marks.n || !take_mark(c, found, number))
                return false;
            continue;
        }
        keep(c, c->at, n, 0);
        c->at += n;
    }
    for (size_t i = 0; i < c->j->marks.n; i++)
        if (!c->seen[i])
            return false;
    return !c->open.n;
}

/* The file's text; directives that find a file with another text find that. NULL: they all find
 * what they found. */
static struct kp_cc_text text_of(const struct cut *c, size_t file, const bool *others,
                                 const char *(*named)(struct kp_arena *a,
                                                      const struct kp_cc_graph *g, size_t file))
{
    struct kp_str s = kp_str_new(c->arena);
    const struct kp_cc_file *f = c->j->graph->files.v[file];

    for (size_t i = 0; i < c->files[file].list.n; i++) {
        const struct piece *p = &c->files[file].list.v[i];
        const struct kp_cc_mark *m = p->text ? NULL : &c->j->marks.v[p->mark];

        if (!m)
            kp_str_addn(&s, p->text, p->n);
        else if (others && m->ask && m->ask->target >= 0 && others[m->ask->target]) {
            kp_str_addn(&s, f->text.text + m->line.begin, m->ask->name.begin - 1 - m->line.begin);
            kp_str_addf(&s, "\"%s\"", named(c->arena, c->j->graph, (size_t)m->ask->target));
            kp_str_addn(&s, f->text.text + m->ask->name.end + 1,
                        m->line.end - m->ask->name.end - 1);
        } else
            kp_str_addn(&s, f->text.text + m->line.begin, m->line.end - m->line.begin);
    }
    return (struct kp_cc_text){kp_str_text(&s), s.n};
}

static bool is_changed(const struct cut *c, size_t file)
{
    const struct kp_cc_file *f = c->j->graph->files.v[file];
    struct kp_cc_text now = text_of(c, file, NULL, NULL);
    uint32_t bom = file ? f->bom : 0;
    size_t size = f->text.size - bom;

    if (now.size == size + 1 && now.text[size] == '\n')
        now.size--; /* a line's end that was missing */
    return now.size != size || memcmp(now.text, f->text.text + bom, size) != 0;
}

/* Files that include one that has changed have, too. */
static void spread(const struct cut *c, bool *others)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < c->j->marks.n; i++) {
            const struct kp_cc_mark *m = &c->j->marks.v[i];

            if (m->ask && m->ask->target >= 0 && others[m->ask->target] && !others[m->file])
                more = others[m->file] = true;
        }
    }
}

bool kp_cc_cut(struct kp_arena *a, const struct kp_cc_joined *j, struct kp_cc_text made,
               const char *(*named)(struct kp_arena *a, const struct kp_cc_graph *g, size_t file),
               struct kp_cc_cuts *to, const char **why)
{
    size_t n = j->graph->files.n;
    struct cut c = {.arena = a, .j = j, .at = made.text, .end = made.text + made.size};
    bool *others = kp_new_array(a, bool, n + 1);

    c.files = kp_new_array(a, struct pieces, n + 1);
    c.seen = kp_new_array(a, bool, j->marks.n + 1);
    if (!cut_all(&c)) {
        *why = "the rewritten text cannot be taken apart into its files";
        return false;
    }
    for (size_t i = 0; i < n; i++)
        others[i] = i == 0 || (j->graph->files.v[i]->is_joined && is_changed(&c, i));
    spread(&c, others);
    for (size_t i = 0; i < n; i++)
        if (others[i])
            kp_push(a, to, ((struct kp_cc_cut){i, text_of(&c, i, others, named)}));
    return true;
}
