#define _GNU_SOURCE
#include "cc/graph.h"

#include <stdlib.h>
#include <string.h>

#include "cc/join.h"
#include "cc/sure.h"
#include "front/args.h"
#include "front/keywords.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/virtual.h"
#include "util/str.h"
#include "util/system.h"

enum { MOST_FILES = 800, MOST_DEPTH = 100, MOST_JOINED = 256 };
/* bytes of a file, and of all that are joined */
enum { MOST_BYTES = 1 << 20, MOST_ALL = 4 << 20 };

static const char *real_name(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? kp_strdup(a, real) : NULL;

    free(real);
    return copy;
}

static const char *in_folder(struct kp_arena *a, const char *folder, const char *name)
{
    return !*folder || *name == '/' ? name : kp_sprintf(a, "%s/%s", folder, name);
}

/* ---- one file ---------------------------------------------------------------------------------
 */

struct reader {
    struct kp_cc_graph *g;
    struct kp_cc_file *f;
    struct kp_cc_conditions conditions;
    bool lost; /* an #endif has no #if */
};

static void doubt(struct kp_cc_file *f, const char *why)
{
    f->why = f->why ? f->why : why;
}

static bool is_word(const struct reader *r, struct kp_token word, const char *s)
{
    return kp_token_is(r->f->text.text, word, s);
}

static void read_pragma(struct reader *r, struct kp_token line, struct kp_token word)
{
    const char *s = r->f->text.text;
    struct kp_token what = kp_lex(s, word.end, line.end);

    if (kp_token_is(s, what, "once"))
        r->f->is_once |= !r->conditions.open.n;
    else if (memmem(s + line.begin, line.end - line.begin, "system_header", 13))
        doubt(r->f, "a pragma calls it a header of the system");
}

static void read_ask(struct reader *r, struct kp_token line, struct kp_token word)
{
    struct kp_cc_ask ask = {.line = {line.begin, line.end}, .target = -1};
    uint32_t at = line.begin;

    if (!kp_next_asked(r->f->text.text, line.end, &at, &ask.name))
        return;
    kp_cc_note_conditions(r->g->arena, &r->conditions, r->f->guard.name.end ? 1 : 0, &ask);
    if (!ask.name.quote)
        doubt(r->f, "a macro names what it includes");
    else if (!is_word(r, word, "include"))
        doubt(r->f, "it includes with another directive than #include");
    else if (memchr(r->f->text.text + line.begin, '\n', line.end - line.begin))
        doubt(r->f, "an #include goes over several lines");
    kp_push(r->g->arena, &r->f->asks, ask);
}

static void read_name(struct reader *r, struct kp_token line, struct kp_token word,
                      const char *name)
{
    if (is_word(r, word, "undef"))
        kp_add_text(r->g->arena, &r->g->undone, name);
    else if (r->g->files.n == 1 && !r->conditions.open.n)
        kp_push(r->g->arena, &r->g->defines, ((struct kp_cc_define){name, line.begin}));
}

static void read_directive(struct reader *r, struct kp_token line)
{
    const char *s = r->f->text.text;
    struct kp_token word = kp_lex_directive(s, line), name;

    if (kp_cc_condition(r->g->arena, &r->conditions, s, line, &r->lost))
        return;
    if (is_word(r, word, "pragma"))
        read_pragma(r, line, word);
    else if (is_word(r, word, "line") || word.kind == KP_TOKEN_NUMBER)
        doubt(r->f, "it counts its lines with #line");
    else if (is_word(r, word, "undef") || is_word(r, word, "define")) {
        name = kp_lex(s, word.end, line.end);
        read_name(r, line, word, kp_strndup(r->g->arena, s + name.begin, name.end - name.begin));
    } else
        read_ask(r, line, word);
}

/* Text whose meaning may change in another file. */
static void read_words(struct kp_cc_file *f)
{
    static const struct {
        const char *word, *why;
    } rows[] = {
        {"__has_include", "it asks with __has_include what is there"},
        {"__has_embed", "it asks with __has_embed what is there"},
        {"__BASE_FILE__", "it asks for its own name with __BASE_FILE__"},
        {"__INCLUDE_LEVEL__", "it asks with __INCLUDE_LEVEL__ where it is"},
        {"<hip/", "it is for HIP, too"},
        {KP_CC_MARK, "it has lines that only kpipe writes"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(f->text.text, rows[i].word))
            doubt(f, rows[i].why);
}

static bool has_loop(const struct kp_cc_file *f)
{
    static const char *const words[] = {"for", "while", "do"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_lex_has(f->text.text, f->bom, (uint32_t)f->text.size, words[i]))
            return true;
    return false;
}

/* Reads the directives and words of the file's text. */
static void read_text(struct kp_cc_graph *g, struct kp_cc_file *f)
{
    struct reader r = {.g = g, .f = f};
    const char *s = f->text.text;
    uint32_t size = (uint32_t)f->text.size;

    if (g->files.n > 1)
        kp_find_include_guard(s, f->bom, size, &f->guard);
    for (struct kp_token t = kp_lex(s, f->bom, size); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, size))
        if (t.kind == KP_TOKEN_DIRECTIVE)
            read_directive(&r, t);
    if (r.lost)
        doubt(f, "an #endif has no #if");
    if (r.conditions.open.n)
        doubt(f, "an #if has no #endif");
    if (kp_ends_with(s, "\\") || kp_ends_with(s, "\\\n") || kp_ends_with(s, "\\\r\n"))
        doubt(f, "its last line goes on");
    read_words(f);
}

static struct kp_cc_file *add_file(struct kp_cc_graph *g, const char *name, const char *real,
                                   struct kp_cc_text text)
{
    struct kp_cc_file *f = kp_new(g->arena, struct kp_cc_file);
    const char *slash = strrchr(name, '/');

    *f = (struct kp_cc_file){.real = real, .name = name, .text = text};
    f->folder = slash ? kp_strndup(g->arena, name, (size_t)(slash - name)) : "";
    if (name[0] != '/')
        f->full = kp_sprintf(g->arena, "%s%s%s", g->here, *f->folder ? "/" : "", f->folder);
    f->bom = kp_starts_with(text.text, "\xEF\xBB\xBF") ? 3 : 0;
    kp_push(g->arena, &g->files, f);
    if (!kp_cc_is_sayable(name))
        doubt(f, "no #line can say its name");
    if (text.size <= MOST_BYTES && strlen(text.text) == text.size)
        read_text(g, f);
    else
        doubt(f, "it is too large, or no text");
    return f;
}

static struct kp_cc_file *read_file(struct kp_cc_graph *g, const char *name, const char *real)
{
    struct kp_cc_text text;
    struct kp_cc_file *f;

    text.text = kp_read_file(g->arena, name, &text.size);
    f = add_file(g, name, real, text.text ? text : (struct kp_cc_text){"", 0});
    if (!text.text) {
        doubt(f, "it cannot be read");
        f->is_unknown = true;
    }
    return f;
}

/* ---- what is found ----------------------------------------------------------------------------
 */

struct search {
    struct kp_cc_graph *g;
    const char *found, *real;
    bool is_other; /* another file would be found, too */
};

static void look_in(struct search *s, const char *folder, const char *name)
{
    const char *path = in_folder(s->g->arena, folder, name), *real;

    if (!kp_is_file(path) || !(real = real_name(s->g->arena, path)))
        return;
    s->is_other |= s->found && !kp_streq(s->real, real);
    if (!s->found) {
        s->found = path;
        s->real = real;
    }
}

static void look_in_said(struct search *s, enum kp_said_kind kind, const char *name)
{
    const struct kp_compile *c = s->g->compile;

    for (size_t i = 0; i < c->said.n; i++)
        if (c->said.v[i].kind == kind)
            look_in(s, kp_compile_path(s->g->arena, c, c->said.v[i].value), name);
}

static void look_in_environment(struct search *s, const char *name)
{
    static const char *const variables[] = {"CPATH", "CPLUS_INCLUDE_PATH"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        for (const char *at = getenv(variables[i]); at && *at; at += *at == ':') {
            size_t n = strcspn(at, ":");

            look_in(s, n ? kp_strndup(s->g->arena, at, n) : ".", name);
            at += n;
        }
}

static bool is_of_cuda(const char *name)
{
    for (size_t i = 0; kp_cuda_headers[i]; i++)
        if (kp_streq(name, kp_cuda_headers[i]))
            return true;
    return false;
}

/* In the joined text a name in quotes is looked for beside the source first. */
static void compare_beside_source(struct search *s, struct kp_cc_file *f, const char *name)
{
    struct search beside = {.g = s->g};

    look_in(&beside, s->g->files.v[0]->folder, name);
    if (beside.found && !kp_streq(beside.real, s->real))
        doubt(f, kp_sprintf(s->g->arena, "'%s' is not beside it, but another is beside the source",
                            name));
}

/* The file's name where a header of the project is found; NULL. */
static const char *resolve(struct kp_cc_graph *g, struct kp_cc_file *f, struct kp_cc_ask *ask,
                           const char **real)
{
    const char *name =
        kp_strndup(g->arena, f->text.text + ask->name.begin, ask->name.end - ask->name.begin);
    struct search s = {.g = g};

    if (ask->name.quote == '"' || *name == '/')
        look_in(&s, f->folder, name);
    ask->is_beside = s.found && *name != '/';
    if (!s.found) {
        if (ask->name.quote == '"')
            look_in_said(&s, KP_SAID_QUOTE, name);
        look_in_said(&s, KP_SAID_FOLDER, name);
        look_in_said(&s, KP_SAID_SYSTEM, name);
        look_in_environment(&s, name);
        look_in_said(&s, KP_SAID_AFTER, name);
        if (ask->name.quote == '"')
            compare_beside_source(&s, f, name);
    }
    if (s.found && !kp_is_others_header(name) && !g->is_own(g->with, s.real))
        kp_add_text(g->arena, &g->others, kp_sprintf(g->arena, "\"%s", s.real));
    if (!s.found || !g->is_own(g->with, s.real))
        return NULL;
    if (s.is_other || is_of_cuda(name))
        doubt(f, kp_sprintf(g->arena, "several files may be '%s'", name));
    *real = s.real;
    return s.found;
}

/* ---- all files --------------------------------------------------------------------------------
 */

static int index_of(const struct kp_cc_graph *g, const char *real)
{
    for (size_t i = 0; i < g->files.n; i++)
        if (kp_streq(g->files.v[i]->real, real))
            return (int)i;
    return -1;
}

/* In the order in which a compiler comes by. */
static void visit(struct kp_cc_graph *g, struct kp_cc_file *f, int depth)
{
    for (size_t i = 0; i < f->asks.n && !g->too_many; i++) {
        struct kp_cc_ask *ask = &f->asks.v[i];
        const char *real = NULL, *name = ask->name.quote ? resolve(g, f, ask, &real) : NULL;
        struct kp_cc_file *to;

        if (!name)
            continue;
        g->too_many = g->files.n == MOST_FILES || depth == MOST_DEPTH;
        ask->target = index_of(g, real);
        if (ask->target < 0) {
            ask->target = (int)g->files.n;
            to = read_file(g, name, real);
            to->by = (size_t)index_of(g, f->real);
            to->by_ask = i;
            to->begin = to->by ? f->begin : ask->line.begin;
            to->n_asked = 1;
            visit(g, to, depth + 1);
        } else
            g->files.v[ask->target]->n_asked++;
    }
}

/* Files included before the source (-include) are in no text. */
static void visit_forced(struct kp_cc_graph *g)
{
    for (size_t i = 0; i < g->compile->said.n; i++) {
        const struct kp_said *s = &g->compile->said.v[i];
        const char *path, *real;
        struct kp_cc_file *f;

        if (s->kind != KP_SAID_FORCED)
            continue;
        path = kp_compile_path(g->arena, g->compile, s->value);
        real = kp_is_file(path) ? real_name(g->arena, path) : NULL;
        if (!real || index_of(g, real) >= 0)
            continue;
        f = read_file(g, path, real);
        doubt(f, "the command line includes it");
        visit(g, f, 0);
    }
}

/* ---- which have loops ---------------------------------------------------------------------------
 */

/* A loop with a shared array near it; the array's keyword may be a macro of any of the files, or of
 * headers of others. */
static void find_wanted(struct kp_cc_graph *g)
{
    struct kp_texts texts = {0}, others = {0};
    struct kp_words names = {0};
    struct kp_args args = {0};

    kp_compile_args(g->arena, g->compile, &args);
    for (size_t i = 0; i < g->files.n; i++)
        kp_push(g->arena, &texts, g->files.v[i]->text.text);
    if (g->files.n > 1)
        kp_keyword_texts(g->arena, g->files.v[0]->real, &g->others, &args, &others, &texts);
    kp_keyword_macros(g->arena, kp_shared_keyword, &args, &texts, &names);
    for (size_t i = 1; i < g->files.n; i++) {
        struct kp_cc_file *f = g->files.v[i];
        const char *s = f->text.text;

        f->is_wanted =
            f->is_unknown || (has_loop(f) && (strstr(s, "__shared__") ||
                                              kp_names_keyword(g->arena, &names, s, f->text.size)));
    }
}

/* ---- which are joined -------------------------------------------------------------------------
 */

static bool is_undone(const struct kp_cc_graph *g, const struct kp_cc_file *f)
{
    struct kp_span s = f->guard.name;
    const char *name = kp_strndup(g->arena, f->text.text + s.begin, s.end - s.begin);

    for (size_t i = 0; s.end && i < g->undone.n; i++)
        if (kp_streq(g->undone.v[i], name))
            return true;
    return false;
}

static const char *why_not(const struct kp_cc_graph *g, size_t file)
{
    const struct kp_cc_file *f = g->files.v[file];

    if (f->why || f->n_asked < 2)
        return f->why;
    if ((!f->guard.name.end && !f->is_once) || is_undone(g, f))
        return "it is included several times, perhaps with different meanings";
    return kp_cc_is_first(g, file)
               ? NULL
               : "it is included in several places, the first under a condition";
}

/* Files with a way to `f`. */
static void mark_ways(const struct kp_cc_graph *g, bool *to)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < g->files.n; i++)
            for (size_t k = 0; k < g->files.v[i]->asks.n && !to[i]; k++) {
                int target = g->files.v[i]->asks.v[k].target;

                if (target >= 0 && to[target])
                    more = to[i] = true;
            }
    }
}

static void leave(struct kp_cc_graph *g, size_t i, const char *name, const char *why,
                  struct kp_cc_doubts *doubts)
{
    struct kp_cc_file *f = g->files.v[i];

    f->is_wanted = false;
    if (!kp_streq(name, f->name))
        why = kp_sprintf(g->arena, "%s, which leads to it: %s", name, why);
    kp_push(g->arena, doubts, ((struct kp_cc_doubt){f->name, why}));
}

/* Excludes a header that is reached through one that cannot be joined; false: there is none. */
static bool leave_one(struct kp_cc_graph *g, size_t i, struct kp_cc_doubts *doubts)
{
    bool *ways = kp_new_array(g->arena, bool, g->files.n + 1);

    if (!g->files.v[i]->is_wanted)
        return false;
    ways[i] = true;
    mark_ways(g, ways);
    for (size_t k = 0; k < g->files.n; k++) {
        const char *why = ways[k] ? why_not(g, k) : NULL;

        if (!why)
            continue;
        leave(g, i, g->files.v[k]->name, why, doubts);
        return true;
    }
    return false;
}

/* Options that look for headers in a way that is not known here. */
static bool has_other_ways(const struct kp_compile *c)
{
    for (size_t i = 0; i < c->said.n; i++) {
        const struct kp_said *s = &c->said.v[i];

        if (s->value && ((s->kind == KP_SAID_UNKNOWN &&
                          (kp_starts_with(s->value, "-i") || kp_starts_with(s->value, "-I"))) ||
                         (s->kind == KP_SAID_FOLDER && kp_streq(s->value, "-"))))
            return true;
    }
    return false;
}

bool kp_cc_graph(struct kp_cc_graph *g, const char *source, struct kp_cc_text text,
                 struct kp_cc_doubts *doubts)
{
    const char *real = real_name(g->arena, source);
    struct kp_cc_file *first;
    size_t n = 0, bytes = 0;
    bool *ways;

    first = add_file(g, source, real ? real : source, text);
    first->n_asked = 1; /* by the command line */
    if (!real || has_other_ways(g->compile))
        return false;
    visit_forced(g);
    visit(g, g->files.v[0], 0);
    kp_cc_settle_sure(g);
    find_wanted(g);
    ways = kp_new_array(g->arena, bool, g->files.n + 1);
    for (size_t i = 0; i < g->files.n; i++)
        ways[i] = !leave_one(g, i, doubts) && g->files.v[i]->is_wanted;
    mark_ways(g, ways);
    for (size_t i = 0; i < g->files.n; i++) {
        g->files.v[i]->is_joined = ways[i];
        n += ways[i];
        bytes += ways[i] ? g->files.v[i]->text.size : 0;
    }
    if (n && (g->too_many || n > MOST_JOINED || bytes > MOST_ALL)) {
        for (size_t i = 0; i < g->files.n; i++)
            if (g->files.v[i]->is_wanted)
                kp_push(g->arena, doubts,
                        ((struct kp_cc_doubt){g->files.v[i]->name,
                                              "the source includes too many headers"}));
        n = 0;
    }
    return n > 1;
}
