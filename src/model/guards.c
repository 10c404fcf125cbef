/* The include guards of the files that were parsed. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/asked.h"
#include "model/builds.h"
#include "model/named.h"

struct kp_guards {
    struct kp_guards *next;
    size_t file; /* of the parse */
    bool is_there;
    struct kp_include_guard guard;
};

/* `#define NAME` with nothing, or a number, behind the name: what a guard is. */
static bool is_bare(const struct kp_file *f, uint32_t at)
{
    uint32_t end = at;
    struct kp_token t;

    while (end < f->size && f->text[end] != '\n')
        end++;
    t = kp_lex(f->text, at, end);
    return t.kind == KP_TOKEN_END ||
           (t.kind == KP_TOKEN_NUMBER && kp_lex(f->text, t.end, end).kind == KP_TOKEN_END);
}

/* True if the name is made in one place alone. The same name elsewhere may stand for the same part.
 */
static bool is_made_once(struct kp_unit *u, const char *name, size_t size)
{
    struct kp_texts said = {0};
    unsigned n = 0;

    kp_command_macros(u, &said);
    for (size_t i = 0; i < said.n; i++)
        n += strcspn(said.v[i], "=(") == size && !memcmp(said.v[i], name, size);
    kp_each_macro_named(m, u, name, size) n++;
    return n == 1;
}

static bool find(struct kp_unit *u, size_t file, struct kp_include_guard *guard)
{
    const struct kp_file *f = kp_place_file(u, file);

    kp_find_include_guard(f->text, f->bom, f->size, guard);
    if (guard->name.end)
        return true;
    kp_find_body_guard(f->text, f->bom, f->size, guard);
    return guard->name.end &&
           is_made_once(u, f->text + guard->name.begin, guard->name.end - guard->name.begin);
}

const struct kp_include_guard *kp_guard_around(struct kp_unit *u, size_t file)
{
    struct kp_guards *g = u->guards;

    while (g && g->file != file)
        g = g->next;
    if (!g) {
        g = kp_new(u->arena, struct kp_guards);
        g->file = file;
        g->is_there = find(u, file, &g->guard);
        g->next = u->guards;
        u->guards = g;
    }
    return g->is_there ? &g->guard : NULL;
}

bool kp_is_guard_group(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    const struct kp_include_guard *guard = kp_guard_around(u, file);

    return guard && g->lines.v[0].begin <= guard->first.begin &&
           g->lines.v[0].end >= guard->first.end &&
           is_bare(kp_place_file(u, file), guard->name.end);
}
