#define _GNU_SOURCE
#include "model/brought.h"

#include <stdlib.h>
#include <unistd.h>

#include "front/args.h"
#include "front/branches.h"
#include "front/front.h"
#include "front/guess.h"
#include "front/includes.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "util/system.h"

enum { MOST_BYTES = 4 << 20, MOST_FILES = 200 };

/* A file that a branch includes, read and cut once. */
struct kp_brought_text {
    struct kp_brought_text *next;
    const char *path; /* real */
    struct kp_brought_file f;
    struct kp_include_guard guard;
    bool reads_once; /* by a guard or #pragma once */
};

struct kp_brought_list {
    struct kp_brought_list *next;
    size_t file; /* of the parse */
    const struct kp_branch_groups *groups;
    bool is_placed;
    uint32_t place; /* of the #include of the source */
    struct kp_includes *includes;
    struct kp_args projects, all; /* folders of headers, without and with those of systems */
    const char *from;             /* the file, absolute */
    const struct kp_brought **of; /* by group */
};

static const struct kp_branch_groups *cut_groups(struct kp_unit *u, size_t file)
{
    const struct kp_file *f = kp_place_file(u, file);
    struct kp_branch_groups *all;

    if (!file)
        return kp_branch_groups_of(u);
    all = kp_new(u->arena, struct kp_branch_groups);
    if (f->text)
        kp_branch_groups(u->arena, f->text, f->bom, f->size, all);
    return all;
}

static struct kp_brought_list *list_of(struct kp_unit *u, size_t file)
{
    const struct kp_flag_lines *lines = u->options->flags;
    struct kp_brought_list *b = u->brought;

    for (; b; b = b->next)
        if (b->file == file)
            return b;
    b = kp_new(u->arena, struct kp_brought_list);
    b->next = u->brought;
    u->brought = b;
    b->file = file;
    b->groups = cut_groups(u, file);
    b->includes = kp_includes_new(u->arena);
    b->of = kp_new_array(u->arena, const struct kp_brought *, b->groups->list.n + 1);
    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(u->arena, lines->v[i].line, &b->all);
    for (size_t i = 0; i < b->all.n; i++)
        if (i + 1 < b->all.n &&
            (kp_streq(b->all.v[i], "-isystem") || kp_streq(b->all.v[i], "-idirafter")))
            i++;
        else
            kp_push(u->arena, &b->projects, b->all.v[i]);
    b->from = kp_includes_from(u->arena, kp_place_file(u, file)->path);
    return b;
}

/* ---- what a text includes -------------------------------------------------------------------- */

/* Adds what one directive reads; false: it is not known. `path`: the file that it names, if that is
 * found. */
static bool add_directive(struct kp_unit *u, size_t file, const struct kp_asked *asked,
                          struct kp_texts *to, const char **path)
{
    struct kp_brought_list *b = list_of(u, file);
    const char *name =
        kp_sprintf(u->arena, "%c%.*s", asked->quote ? asked->quote : ' ',
                   (int)(asked->end - asked->begin), kp_place_file(u, file)->text + asked->begin);
    struct kp_texts own = {0};
    bool is_known;

    *path = NULL;
    if (!asked->quote || asked->is_next || !b->from)
        return false;
    if (kp_is_others_header(name + 1))
        return true;
    is_known = kp_includes_by(b->includes, b->from, name, &b->projects, &b->all, &own);
    for (size_t i = 0; i < own.n; i++)
        kp_add_text(u->arena, to, own.v[i]);
    if (own.n) {
        *path = own.v[0];
        return is_known;
    }
    kp_includes_by(b->includes, b->from, name, &b->all, &b->all, &own);
    return own.n || name[0] == '<' || kp_is_systems_header(u->arena, name + 1);
}

/* True if the place is in a branch of a group that does not hold `with`, too. */
static bool is_conditional(const struct kp_branch_groups *groups, uint32_t at, uint32_t with)
{
    for (size_t i = 0; i < groups->list.n; i++) {
        const struct kp_branch_group *g = &groups->list.v[i];

        for (size_t k = 0; k + 1 < g->lines.n; k++) {
            uint32_t begin = g->lines.v[k].end, end = g->lines.v[k + 1].begin;

            if (at >= begin && at < end && (with < begin || with >= end))
                return true;
        }
    }
    return false;
}

/* Adds what every build has read before the place. */
static void add_before(struct kp_unit *u, size_t file, uint32_t place, struct kp_texts *to)
{
    const struct kp_file *f = kp_place_file(u, file);
    struct kp_asked asked;
    uint32_t at = f->bom;
    const char *path;

    while (kp_next_asked(f->text, place, &at, &asked))
        if (!is_conditional(kp_groups_in(u, file), asked.begin, place))
            add_directive(u, file, &asked, to, &path);
}

/* ---- the files ------------------------------------------------------------------------------- */

static bool has_once(const char *text, uint32_t size)
{
    for (struct kp_token t = kp_lex(text, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, size)) {
        struct kp_token word;

        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(text, t);
        if (kp_token_is(text, word, "pragma") &&
            kp_token_is(text, kp_lex(text, word.end, t.end), "once"))
            return true;
    }
    return false;
}

/* `#ifndef NAME`, with an #include of the file whose guard that is. */
static bool asks_guard(const char *s, const struct kp_branch_group *g, const char *text,
                       struct kp_include_guard guard)
{
    struct kp_span line = g->lines.v[0];
    struct kp_token word =
        kp_lex_directive(s, (struct kp_token){KP_TOKEN_DIRECTIVE, line.begin, line.end});
    struct kp_token name = kp_lex(s, word.end, line.end);
    uint32_t n = guard.name.end - guard.name.begin;

    return n && g->lines.n == 2 && kp_token_is(s, word, "ifndef") && name.end - name.begin == n &&
           !memcmp(s + name.begin, text + guard.name.begin, n);
}

static const struct kp_brought_text *text_of(struct kp_unit *u, const char *path)
{
    struct kp_brought_text *t = u->brought_texts;
    uint32_t size;

    while (t && !kp_streq(t->path, path))
        t = t->next;
    if (t)
        return t;
    t = kp_new(u->arena, struct kp_brought_text);
    t->path = path;
    t->next = u->brought_texts;
    u->brought_texts = t;
    if (!(t->f.text = kp_read_plain(u->arena, path, 0, MOST_BYTES)))
        return t;
    size = (uint32_t)strlen(t->f.text);
    kp_find_include_guard(t->f.text, 0, size, &t->guard);
    t->reads_once = t->guard.name.end > t->guard.name.begin || has_once(t->f.text, size);
    t->f.pieces = kp_pieces_cut(u->arena, t->f.text, size, kp_parsed_macros(u));
    return t;
}

/* `before`: it has been read already. */
static void add_file(struct kp_unit *u, const char *source, const struct kp_branch_group *g,
                     const char *path, bool before, struct kp_brought *to)
{
    const struct kp_brought_text *t = text_of(u, path);

    to->is_too_much |= !t->f.text || to->files.n == MOST_FILES;
    to->is_unknown |= to->is_too_much;
    if (to->is_too_much || asks_guard(source, g, t->f.text, t->guard) || (before && t->reads_once))
        return;
    kp_push(u->arena, &to->files, t->f);
}

static bool is_in_all(const struct kp_texts *branches, int n, const char *path)
{
    for (int i = 0; i < n; i++)
        if (!kp_has_text(&branches[i], path))
            return false;
    return true;
}

static void lose(struct kp_unit *u, size_t file, const struct kp_asked *asked, int branch,
                 const char *path, struct kp_brought *to)
{
    struct kp_node *n = kp_new(u->arena, struct kp_node);
    struct kp_unread unread = {branch, asked->begin, path};

    n->kind = KP_NONE;
    n->file = (uint16_t)file;
    n->span = (struct kp_span){asked->begin, asked->end};
    kp_push(u->arena, &to->unread, unread);
    to->is_unknown = true;
    if (asked->quote && !asked->is_next && !to->lost)
        to->lost = n;
}

static void find(struct kp_unit *u, size_t file, const struct kp_branch_group *g,
                 struct kp_brought *to)
{
    const char *text = kp_place_file(u, file)->text;
    int n = kp_branch_count(g); /* the last one is empty where there is no #else */
    struct kp_texts *branches = kp_new_array(u->arena, struct kp_texts, (size_t)n + 1);
    struct kp_texts before = {0}, seen = {0};
    bool any = false;

    for (int i = 0; i < n; i++) {
        struct kp_span s = kp_branch_text(g, i);
        struct kp_asked asked;
        const char *path;

        for (uint32_t at = s.begin; s.end > s.begin && kp_next_asked(text, s.end, &at, &asked);)
            if (!add_directive(u, file, &asked, &branches[i], &path))
                lose(u, file, &asked, i, path, to);
        any |= branches[i].n > 0;
    }
    if (any)
        add_before(u, file, g->lines.v[0].begin, &before);
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < branches[i].n; k++) {
            const char *path = branches[i].v[k];

            if (kp_has_text(&seen, path))
                continue;
            kp_add_text(u->arena, &seen, path);
            kp_push(u->arena, &u->parse.reads, path);
            if (!is_in_all(branches, n, path))
                add_file(u, text, g, path, kp_has_text(&before, path), to);
        }
}

const struct kp_brought *kp_brought_by(struct kp_unit *u, size_t file, size_t group)
{
    struct kp_brought_list *b = list_of(u, file);
    struct kp_brought *to;

    if (!b->of[group]) {
        b->of[group] = to = kp_new(u->arena, struct kp_brought);
        find(u, file, &b->groups->list.v[group], to);
    }
    return b->of[group];
}

const struct kp_node *kp_lost_header(struct kp_unit *u)
{
    for (size_t f = 0; f < u->parse.files.n; f++)
        for (size_t i = 0; kp_place_file(u, f)->text && i < kp_groups_in(u, f)->list.n; i++)
            if (kp_brought_by(u, f, i)->lost)
                return kp_brought_by(u, f, i)->lost;
    return NULL;
}

const struct kp_branch_groups *kp_groups_in(struct kp_unit *u, size_t file)
{
    return list_of(u, file)->groups;
}

/* ---- the includer -----------------------------------------------------------------------------
 */

static const char *real_of(struct kp_unit *u, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? kp_strdup(u->arena, real) : path;

    free(real);
    return copy;
}

static uint32_t place_of(struct kp_unit *u, size_t file, const char *header)
{
    const struct kp_file *f = kp_place_file(u, file);
    struct kp_asked asked;
    uint32_t found = UINT32_MAX;

    for (uint32_t next = f->bom; kp_next_asked(f->text, f->size, &next, &asked);) {
        struct kp_texts reached = {0};
        const char *path;

        add_directive(u, file, &asked, &reached, &path);
        if (!kp_has_text(&reached, header))
            continue;
        if (found != UINT32_MAX)
            return UINT32_MAX;
        found = asked.begin;
    }
    return found;
}

size_t kp_includer_file(struct kp_unit *u, uint32_t *at)
{
    const char *from = kp_seen_from(u) ? real_of(u, kp_seen_from(u)) : NULL;

    for (size_t i = 1; from && i < u->parse.files.n; i++)
        if (u->parse.files.v[i].text && kp_streq(real_of(u, u->parse.files.v[i].path), from)) {
            struct kp_brought_list *b = list_of(u, i);

            if (!b->is_placed)
                b->place = place_of(u, i, real_of(u, u->source.path));
            b->is_placed = true;
            *at = b->place;
            return i;
        }
    return 0;
}
