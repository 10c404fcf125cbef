#include "texts/choices.h"

#include "front/given.h"
#include "front/lex.h"
#include "model/look.h"
#include "model/unread.h"
#include "texts/tied.h"

/* The limit while choices are combined; equal ones are then merged. */
enum { MAX_ROWS = 64 };

static const struct kp_branch_group *group(const struct kp_choices *c, size_t i)
{
    return &c->builds.groups.list.v[c->builds.matter.v[i]];
}

const struct kp_branch_group *kp_group_of(const struct kp_choices *c, size_t i)
{
    return group(c, i);
}

/* The branch that was parsed; if all were skipped, the missing #else. */
static int active_branch(const struct kp_unit *u, const struct kp_branch_group *g)
{
    for (int i = 0; i + 1 < (int)g->lines.n; i++)
        if (!kp_is_skipped(u, kp_branch_text(g, i)))
            return i;
    return kp_branch_count(g) - 1;
}

/* True if the inner group is in a branch of the outer one that is not taken. */
static bool is_hidden_by(const struct kp_branch_group *inner, const struct kp_branch_group *outer,
                         int taken)
{
    uint32_t at = inner->lines.v[0].begin;

    for (int i = 0; i + 1 < (int)outer->lines.n; i++)
        if (i != taken && at >= outer->lines.v[i].end && at < outer->lines.v[i + 1].begin)
            return true;
    return false;
}

bool kp_is_hidden_group(const struct kp_choices *c, const struct kp_choice *row, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_hidden_by(group(c, i), group(c, k), row->branch[k]))
            return true;
    return false;
}

static void normalise(const struct kp_choices *c, struct kp_choice *row)
{
    for (size_t i = 0; i < c->n; i++)
        if (kp_is_hidden_group(c, row, i))
            row->branch[i] = 0;
}

/* True if another branch may have any text. Of what this build does not find, a warning says it. */
static bool is_unread(const struct kp_choices *c, size_t i)
{
    size_t number = c->builds.matter.v[i];
    const struct kp_branch_group *g = group(c, i);
    const struct kp_brought *b = kp_brought_by(c->u, 0, number);
    int taken = kp_taken_branch(c->u, 0, &kp_groups_in(c->u, 0)->list.v[number]);

    if (g->fixed >= 0 || g->given >= 0 || c->u->options->one_build || !kp_is_unread(c->u, b))
        return false;
    for (size_t k = 0; k < b->unread.n; k++)
        if (b->unread.v[k].branch != taken)
            return true;
    return b->is_too_much;
}

bool kp_choices_begin(struct kp_unit *u, const struct kp_sym *function, struct kp_choices *out)
{
    *out = (struct kp_choices){.u = u, .function = function, .span = function->decl->span};
    kp_builds_of(u, function, &out->builds);
    if (out->builds.broken || out->builds.elsewhere || !out->builds.matter.n ||
        out->builds.matter.n > KP_MAX_GROUPS)
        return false;
    out->n = out->builds.matter.n;
    for (size_t i = 0; i < out->n; i++) {
        const struct kp_branch_group *g = group(out, i);

        if (is_unread(out, i))
            return false;
        out->active.branch[i] = g->fixed >= 0   ? g->fixed
                                : g->given >= 0 ? g->given
                                                : active_branch(u, g);
    }
    normalise(out, &out->active);
    return true;
}

bool kp_same_choice(const struct kp_choices *c, const struct kp_choice *a,
                    const struct kp_choice *b)
{
    return memcmp(a->branch, b->branch, c->n * sizeof *a->branch) == 0;
}

/* ---- what the architecture decides --------------------------------------------------------- */

static bool is_given(const struct kp_choices *c, size_t i)
{
    return group(c, i)->fixed >= 0 || (c->given && group(c, i)->given >= 0);
}

/* True if only the architecture decides the group's branch. */
static bool is_of_architecture(const struct kp_choices *c, size_t i)
{
    return !is_given(c, i) && kp_is_of_architecture(c->u, group(c, i), c->given);
}

static struct kp_choice choice_of(const struct kp_choices *c, int architecture)
{
    struct kp_choice row = c->active;

    for (size_t i = 0; i < c->n; i++)
        if (is_of_architecture(c, i))
            row.branch[i] = kp_given_branch(c->u->source.text, group(c, i)->lines.v,
                                            group(c, i)->lines.n, architecture);
    return row;
}

bool kp_is_settled(const struct kp_choices *c, const struct kp_choice *row, size_t i)
{
    return is_given(c, i) || is_of_architecture(c, i) || kp_is_hidden_group(c, row, i);
}

/* ---- the host's pass ----------------------------------------------------------------------- */

bool kp_differs_in_bodies(const struct kp_choices *c, const struct kp_choice *choice)
{
    for (size_t i = 0; i < c->n; i++)
        if (choice->branch[i] != c->active.branch[i] && !kp_is_device_text(c->u, group(c, i)))
            return false;
    return true;
}

/* ---- the list ------------------------------------------------------------------------------ */

static void add(struct kp_choices *c, struct kp_choice row)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (kp_same_choice(c, &c->list.v[i], &row))
            return;
    c->unusable |= c->list.n == MAX_ROWS;
    if (!c->unusable)
        kp_push(c->u->arena, &c->list, row);
}

static void take_architectures(struct kp_choices *c)
{
    bool seen = false, any = false;

    for (size_t i = 0; i < c->n; i++) {
        bool of = is_of_architecture(c, i);

        any |= of;
        seen |= of && !kp_is_device_text(c->u, group(c, i));
    }
    for (int a = c->given ? KP_ARCH_OLDEST : KP_ARCH_FIRST; a <= KP_ARCH_LAST; a += KP_ARCH_STEP)
        add(c, choice_of(c, a));
    c->has_host = c->given && any && !seen;
    c->host = choice_of(c, KP_ARCH_HOST);
    if (any && !c->has_host)
        add(c, c->host);
    for (size_t i = 0; i < c->n; i++) {
        const struct kp_branch_group *g = group(c, i);

        if (!c->given || g->fixed >= 0 || g->given < 0 || !g->host_differs)
            continue;
        c->host.branch[i] = !g->given; /* it has two; another name may make them the same */
        c->has_host = true;
    }
}

/* Each of the choices with each of the group's branches, as far as a build can take them. */
static void take_all_branches(struct kp_choices *c, struct kp_ties *ties, size_t i)
{
    struct kp_choice before[MAX_ROWS];
    size_t n = c->list.n;

    memcpy(before, c->list.v, n * sizeof *before);
    c->list.n = 0;
    for (int b = 0; b < kp_branch_count(group(c, i)); b++)
        for (size_t k = 0; k < n; k++) {
            struct kp_choice row = before[k];

            row.branch[i] = b;
            if (kp_may_be_taken(ties, &row, i + 1))
                add(c, row);
        }
}

void kp_choices_list(struct kp_choices *c, bool given)
{
    struct kp_ties *ties = kp_ties_of(c);
    bool has_active = false;
    size_t n;

    c->given = given;
    c->list.n = 0;
    c->unusable = false;
    take_architectures(c);
    for (size_t i = 0; i < c->n; i++)
        if (!is_given(c, i) && !is_of_architecture(c, i))
            take_all_branches(c, ties, i);
    n = c->list.n;
    c->list.n = 0;
    for (size_t i = 0; i < n; i++) {
        normalise(c, &c->list.v[i]);
        add(c, c->list.v[i]);
    }
    normalise(c, &c->host);
    for (size_t i = 0; i < c->list.n; i++) {
        c->has_host &= !kp_same_choice(c, &c->list.v[i], &c->host);
        has_active |= kp_same_choice(c, &c->list.v[i], &c->active);
    }
    c->unusable |= c->list.n > KP_MAX_CHOICES || !has_active;
}

bool kp_choices_have_given(const struct kp_choices *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (group(c, i)->fixed < 0 &&
            (group(c, i)->given >= 0 || kp_is_of_architecture(c->u, group(c, i), true)))
            return true;
    return false;
}

/* ---- groups of other texts ----------------------------------------------------------------- */

/* The same conditions; #else and #endif say nothing more. */
static bool same_lines(const char *s, const struct kp_branch_group *g, const char *t,
                       const struct kp_branch_group *h)
{
    if (kp_branch_count(g) != kp_branch_count(h))
        return false;
    for (int i = 0; i + 1 < kp_branch_count(g); i++) {
        struct kp_span a = g->lines.v[i], b = h->lines.v[i];

        if (a.end - a.begin != b.end - b.begin || memcmp(s + a.begin, t + b.begin, a.end - a.begin))
            return false;
    }
    return true;
}

/* The same for the file's group number i. */
static int branch_of(const struct kp_choices *c, const struct kp_choice *choice, size_t i,
                     bool *hidden)
{
    *hidden = false;
    for (size_t k = 0; k < c->n; k++)
        if (c->builds.matter.v[k] == i) {
            *hidden = kp_is_hidden_group(c, choice, k);
            return choice->branch[k];
        }
    return KP_BRANCH_STAYS;
}

int kp_branch_in(const struct kp_choices *c, const struct kp_choice *choice, const char *text,
                 const struct kp_branch_groups *groups, size_t i)
{
    const struct kp_branch_groups *own = &c->builds.groups;
    int found = KP_BRANCH_UNKNOWN, unseen = KP_BRANCH_UNKNOWN;
    bool differ = false, hidden;

    for (size_t k = 0; k < own->list.n; k++) {
        int branch = branch_of(c, choice, k, &hidden);

        if (!same_lines(text, &groups->list.v[i], c->u->source.text, &own->list.v[k]))
            continue;
        if (hidden) {
            unseen = branch;
            continue;
        }
        differ |= found != KP_BRANCH_UNKNOWN && found != branch;
        found = branch;
    }
    if (!differ)
        return found != KP_BRANCH_UNKNOWN ? found : unseen;
    return groups->list.n == own->list.n &&
                   same_lines(text, &groups->list.v[i], c->u->source.text, &own->list.v[i])
               ? branch_of(c, choice, i, &hidden)
               : KP_BRANCH_UNKNOWN;
}

int kp_branch_like(const struct kp_choices *c, const struct kp_choice *choice, const char *text,
                   const struct kp_branch_group *g)
{
    int found = KP_BRANCH_UNKNOWN, unseen = KP_BRANCH_UNKNOWN;

    for (size_t i = 0; i < c->n; i++) {
        if (!same_lines(text, g, c->u->source.text, group(c, i)))
            continue;
        if (kp_is_hidden_group(c, choice, i)) {
            unseen = choice->branch[i];
            continue;
        }
        if (found != KP_BRANCH_UNKNOWN && found != choice->branch[i])
            return KP_BRANCH_UNKNOWN;
        found = choice->branch[i];
    }
    return found != KP_BRANCH_UNKNOWN ? found : unseen;
}
