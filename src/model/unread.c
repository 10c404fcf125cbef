#include "model/unread.h"

#include "front/branches.h"
#include "front/front.h"
#include "front/given.h"
#include "front/lex.h"
#include "front/place.h"
#include "model/asked.h"
#include "model/builds.h"
#include "model/look.h"

/* ---- the condition ---------------------------------------------------------------------------
 */

/* True if it asks of each name only if there is such a macro. What that stands for, perhaps by
 * other macros, does not count. */
static bool asks_of_names_alone(const char *s)
{
    static const char *const others[] = {"(", ")", "!", "&&", "||"};
    uint32_t size = (uint32_t)strlen(s);

    for (struct kp_token t = kp_lex(s, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, size)) {
        bool is_other = false;

        if (kp_token_is(s, t, "defined")) {
            t = kp_lex(s, t.end, size);
            if (kp_token_is(s, t, "("))
                t = kp_lex(s, t.end, size);
            if (t.kind != KP_TOKEN_IDENT)
                return false;
            continue;
        }
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            is_other |= kp_token_is(s, t, others[i]);
        if (!is_other)
            return false;
    }
    return true;
}

/* `__OPENCV_BUILD`, but none of a compiler's names. An output that asks for one of these by mistake
 * would never compile. */
static bool is_of_project(const char *name)
{
    static const char *const others[] = {"CUDA", "NV", "G", "STDC", "USE_", "HIP"};
    size_t n = strlen(name);

    if (!kp_starts_with(name, "__") || name[2] < 'A' || name[2] > 'Z' || name[n - 1] == '_' ||
        !strchr(name + 2, '_'))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (kp_starts_with(name + 2, others[i]))
            return false;
    return true;
}

static bool is_of_command(struct kp_unit *u, const char *name)
{
    struct kp_texts said = {0};
    size_t n = strlen(name);

    kp_command_macros(u, &said);
    for (size_t i = 0; i < said.n; i++)
        if (strcspn(said.v[i], "=(") == n && !strncmp(said.v[i], name, n))
            return true;
    return false;
}

/* True if every build has for the name, wherever it is asked, what its command line says, and this
 * one's says nothing; with `may_have` it may. */
static bool is_of_build(struct kp_unit *u, const char *name, bool may_have)
{
    static const char *const operators[] = {"and",   "or",    "not",    "xor",  "bitand",
                                            "bitor", "compl", "not_eq", "true", "false"};
    bool has = is_of_command(u, name);

    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (kp_streq(name, operators[i]))
            return false;
    if (has ? !may_have : kp_is_macro(u, name, strlen(name)))
        return false;
    return is_of_project(name) || !kp_is_of_environment(u, name) ||
           (!u->source.is_hip &&
            kp_elsewhere_name(name, 0, (uint32_t)strlen(name)).kind != KP_TOKEN_END);
}

/* `!(A) && B`: the build takes the branch. */
static const char *branch_text(struct kp_unit *u, const char *s, const struct kp_branch_group *g,
                               int branch)
{
    struct kp_str out = kp_str_new(u->arena);

    for (int i = 0; i <= branch && i < (int)g->lines.n - 1 - (g->has_else ? 1 : 0); i++)
        kp_str_addf(&out,
                    i < branch ? "%s!(%s)"
                    : branch   ? "%s(%s)"
                               : "%s%s",
                    i ? " && " : "", kp_asked_text(u, s, g->lines.v[i]));
    return kp_str_text(&out);
}

/* One condition for each name: it is a macro. */
static void add_defined(struct kp_unit *u, const struct kp_words *names, struct kp_texts *to)
{
    for (size_t i = 0; i < names->size; i++)
        if (names->slots[i] && !kp_streq(names->slots[i], "defined"))
            kp_add_text(u->arena, to, kp_sprintf(u->arena, "defined(%s)", names->slots[i]));
}

/* Adds what is true in each build that takes the branch; false: a name may mean something else
 * where the branch is. */
static bool add_conditions(struct kp_unit *u, size_t file, const struct kp_branch_group *g,
                           int branch, struct kp_texts *to)
{
    const char *text = branch_text(u, kp_place_file(u, file)->text, g, branch);
    bool names_alone = asks_of_names_alone(text);
    struct kp_words names = {0};

    if (strchr(text, '\\')) /* in a name */
        return false;
    kp_words_of(u->arena, &names, text, (struct kp_span){0, (uint32_t)strlen(text)});
    for (size_t i = 0; i < names.size; i++)
        if (names.slots[i] && !kp_streq(names.slots[i], "defined") &&
            !is_of_build(u, names.slots[i], names_alone))
            return false;
    if (!names.used || kp_is_said_in_text(u, &names))
        return false;
    if (names_alone)
        kp_add_text(u->arena, to, text);
    else
        add_defined(u, &names, to);
    return true;
}

/* ---- the texts -------------------------------------------------------------------------------
 */

/* The files that the parse has read have groups of their own. */
static bool was_read(struct kp_unit *u, const struct kp_unread *r)
{
    for (size_t i = 0; r->path && i < u->parse.inclusions.n; i++)
        if (kp_streq(u->parse.inclusions.v[i].found, r->path))
            return true;
    return false;
}

/* True if every build for which an output is takes the branch that this one has taken. */
static bool is_one_way(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    return g->fixed >= 0 || g->own >= 0 || kp_is_given_group(u, file, g) ||
           kp_is_skipped_at(u, file, g->lines.v[0].begin); /* the group around it counts */
}

/* Adds the conditions; false: something may be read for which none can be asked. */
static bool ask(struct kp_unit *u, size_t file, const struct kp_branch_group *g,
                const struct kp_brought *b, struct kp_texts *to)
{
    int taken = kp_taken_branch(u, file, g);
    bool one_way = is_one_way(u, file, g);

    if (b->is_too_much || (taken < 0 && !one_way) ||
        !kp_is_behind_beginning(u, file, g->lines.v[0].begin))
        return false;
    for (size_t i = 0; i < b->unread.n; i++) {
        const struct kp_unread *r = &b->unread.v[i];

        if (r->branch == taken || one_way) {
            if (!kp_is_skipped_at(u, file, r->at) && !was_read(u, r))
                return false;
            continue;
        }
        if (!add_conditions(u, file, g, r->branch, to))
            return false;
    }
    return true;
}

static bool ask_in(struct kp_unit *u, size_t file, struct kp_texts *to)
{
    const struct kp_branch_groups *all = kp_groups_in(u, file);

    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_brought *b = kp_brought_by(u, file, i);

        if (b->is_unknown && !ask(u, file, &all->list.v[i], b, to))
            return false;
    }
    return !all->broken;
}

static bool ask_all(struct kp_unit *u, struct kp_texts *to)
{
    for (size_t f = 0; f < u->parse.files.n; f++)
        if (kp_place_file(u, f)->text && !ask_in(u, f, to))
            return false;
    return true;
}

static void stop_all(struct kp_unit *u)
{
    for (size_t f = 0; f < u->parse.files.n; f++)
        for (size_t i = 0; kp_place_file(u, f)->text && i < kp_groups_in(u, f)->list.n; i++)
            ((struct kp_brought *)kp_brought_by(u, f, i))->is_stopped = true;
}

const struct kp_texts *kp_asked_on_top(struct kp_unit *u)
{
    struct kp_texts found = {0};

    if (u->asked_on_top)
        return u->asked_on_top;
    u->asked_on_top = kp_new(u->arena, struct kp_texts);
    u->keeps_unread = u->keeps_unread || u->options->one_build || !ask_all(u, &found);
    if (!u->keeps_unread) {
        *u->asked_on_top = found;
        stop_all(u);
    }
    return u->asked_on_top;
}

bool kp_keeps_unread(struct kp_unit *u)
{
    kp_asked_on_top(u);
    return u->keeps_unread;
}

bool kp_is_unread(struct kp_unit *u, const struct kp_brought *b)
{
    if (b->is_unknown)
        kp_asked_on_top(u);
    return b->is_unknown && !b->is_stopped;
}
