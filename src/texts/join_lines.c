/* Texts of a function, one for each choice of branches, as one text. A text is cut into pieces: its
 * lines, or several of them where brackets, comments or tokens hold these together. The pieces of
 * all texts are put into one row, each with the set of choices whose text has it, so that the
 * pieces of a choice in the order of the row are its text. What a set of choices has alone is then
 * printed under the directives of a group that tells these choices from the others. */
#define _GNU_SOURCE
#include "front/front.h"
#include "front/lex.h"
#include "texts/branched.h"

/* The limit of comparisons of two rows. */
enum { MAX_CELLS = 1 << 22, MAX_BLOCKS = 32 };

struct piece {
    const char *s;
    size_t n;
    unsigned set; /* of choices, a bit each */
    bool inside;  /* of the function's body there is a block around a part of it */
    bool slight;  /* blank, or hardly more */
    /* the branch of the function that alone has such a line: group and branch, counted from 1 */
    size_t group;
    int branch;
};
KP_VEC_TYPE(pieces, struct piece);

struct join {
    const struct kp_choices *c;
    struct kp_arena *arena;
    const struct kp_choice_text *texts;
    const char *newline;
    struct pieces row;
    bool apart; /* loops share no lines */
    bool torn;  /* a block begins in one branch and ends in several, or the other way round */
    bool failed;
};

/* ---- pieces --------------------------------------------------------------------------------- */

struct cutter {
    struct join *j;
    const char *s;
    size_t choice;
    unsigned set;
    uint32_t begin;                      /* of the piece */
    int brackets, braces, deepest, were; /* were: braces where the piece begins */
    int groups;                          /* that are open: checks of a build */
    struct piece opened[MAX_BLOCKS];     /* by the depth of the block */
    struct pieces *out;
};

/* True if the line is in the text. */
static bool has(const struct join *j, uint32_t begin, uint32_t end, const char *line, size_t n)
{
    return begin < end && memmem(j->c->u->source.text + begin, end - begin, line, n);
}

/* Branches of a group do not share lines: the group stays as it was written. */
static void find_branch(const struct join *j, struct piece *p, size_t choice, const char *line,
                        size_t n)
{
    struct kp_span f = j->c->span;

    for (size_t i = 0; i < j->c->n; i++) {
        const struct kp_branch_group *g = kp_group_of(j->c, i);
        struct kp_span all = {g->lines.v[0].begin, g->lines.v[g->lines.n - 1].end},
                       own = kp_branch_text(g, j->c->list.v[choice].branch[i]);

        if (!kp_spans_overlap(all, f) || !has(j, own.begin, own.end, line, n) ||
            has(j, f.begin, all.begin, line, n) || has(j, all.end, f.end, line, n))
            continue;
        p->group = i + 1;
        p->branch = j->c->list.v[choice].branch[i];
    }
}

static void cut_at(struct cutter *k, uint32_t end)
{
    struct piece p = {.s = k->s + k->begin, .n = end - k->begin, .set = k->set};
    size_t first = 0, last = p.n;

    while (first < p.n && strchr(" \t\r\n", p.s[first]))
        first++;
    while (last > first && strchr(" \t\r\n", p.s[last - 1]))
        last--;
    p.slight = last - first <= 2;
    p.inside = k->deepest > 1;
    if (!p.slight)
        find_branch(k->j, &p, k->choice, p.s + first, last - first);
    /* A bracket belongs to where its block begins. */
    if (k->braces > k->were && k->braces < MAX_BLOCKS)
        k->opened[k->braces] = p;
    if (p.slight && k->braces < k->were && k->were < MAX_BLOCKS && k->braces >= 0) {
        p.group = k->opened[k->were].group;
        p.branch = k->opened[k->were].branch;
    }
    k->were = k->braces;
    /* Blanks alone are what is left of a branch. */
    if (p.n && (first < p.n || strchr("\r\n", *p.s)))
        kp_push(k->j->arena, k->out, p);
    k->begin = end;
    k->deepest = k->braces;
}

/* Blanks and comments between two tokens. */
static void cut_gap(struct cutter *k, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        if (k->s[i] == '/' && i + 1 < to && k->s[i + 1] == '*') {
            i += 2;
            while (i + 1 < to && (k->s[i] != '*' || k->s[i + 1] != '/'))
                i++;
        } else if (k->s[i] == '/' && i + 1 < to && k->s[i + 1] == '/') {
            while (i + 1 < to && k->s[i + 1] != '\n')
                i += kp_lex_splice(k->s, i + 1, to) ? kp_lex_splice(k->s, i + 1, to) : 1;
        } else if (kp_lex_splice(k->s, i, to)) {
            i += kp_lex_splice(k->s, i, to) - 1;
        } else if (k->s[i] == '\n' && !k->groups && (!k->brackets || !k->deepest) && i) {
            cut_at(k, i + 1);
        }
    }
}

/* 1 where the directive opens a group, -1 where it closes one. */
static int group_opened(const char *s, struct kp_token line)
{
    struct kp_token word = kp_lex_directive(s, line);

    return kp_token_is(s, word, "endif") ? -1 : kp_begins_branches(s, word);
}

static void cut(struct join *j, size_t i, struct pieces *out)
{
    const struct kp_choice_text *t = &j->texts[i];
    struct cutter k = {.j = j, .s = t->text, .choice = i, .set = 1u << i, .out = out};
    uint32_t at = 0, size = (uint32_t)t->size;

    for (struct kp_token x = kp_lex(k.s, 0, size);; x = kp_lex(k.s, at, size)) {
        uint32_t next = x.kind == KP_TOKEN_END ? size : x.begin;

        cut_gap(&k, at, next);
        if (x.kind == KP_TOKEN_END)
            break;
        if (x.kind == KP_TOKEN_DIRECTIVE)
            k.groups += group_opened(k.s, x);
        if (x.kind == KP_TOKEN_PUNCT && x.end - x.begin == 1) {
            k.brackets += strchr("([", k.s[x.begin]) ? 1 : strchr(")]", k.s[x.begin]) ? -1 : 0;
            k.braces += k.s[x.begin] == '{' ? 1 : k.s[x.begin] == '}' ? -1 : 0;
            k.deepest = k.braces > k.deepest ? k.braces : k.deepest;
        }
        at = x.end;
    }
    cut_at(&k, size);
}

/* ---- the row -------------------------------------------------------------------------------- */

static bool is_alike(const struct join *j, unsigned set)
{
    const char *shape = NULL;

    for (size_t i = 0; i < j->c->list.n; i++) {
        if (!(set >> i & 1))
            continue;
        if (shape && !kp_streq(shape, j->texts[i].shape))
            return false;
        shape = j->texts[i].shape;
    }
    return true;
}

static bool is_same(const struct join *j, const struct piece *a, const struct piece *b)
{
    if (a->n != b->n || memcmp(a->s, b->s, a->n) != 0 || a->group != b->group ||
        a->branch != b->branch)
        return false;
    return (!a->inside && !b->inside) || (!j->apart && is_alike(j, a->set | b->set));
}

/* Lines that say little are worth little. */
static unsigned worth(const struct piece *p)
{
    return !p->slight ? 8 : 1;
}

/* The pieces of both, in an order that both have, with most of what they have in common once. */
static void add_to_row(struct join *j, const struct pieces *text)
{
    struct pieces *row = &j->row, out = {0};
    size_t n = row->n, m = text->n, i = 0, k = 0;
    unsigned *best;

    if ((n + 1) * (m + 1) > MAX_CELLS) {
        j->failed = true;
        return;
    }
    best = kp_new_array(j->arena, unsigned, (n + 1) * (m + 1));
    for (i = n; i-- > 0;)
        for (k = m; k-- > 0;) {
            unsigned *at = &best[i * (m + 1) + k], below = at[m + 1], right = at[1];

            *at = below > right ? below : right;
            if (is_same(j, &row->v[i], &text->v[k]) && at[m + 2] + worth(&text->v[k]) > *at)
                *at = at[m + 2] + worth(&text->v[k]);
        }
    for (i = k = 0; i < n || k < m;) {
        unsigned *at = &best[i * (m + 1) + k];

        if (i < n && k < m && is_same(j, &row->v[i], &text->v[k]) &&
            *at == at[m + 2] + worth(&text->v[k])) {
            struct piece both = row->v[i++];

            both.set |= text->v[k].set;
            both.inside |= text->v[k++].inside;
            kp_push(j->arena, &out, both);
        } else if (i < n && (k == m || at[m + 1] >= at[1])) {
            kp_push(j->arena, &out, row->v[i++]);
        } else {
            kp_push(j->arena, &out, text->v[k++]);
        }
    }
    *row = out;
}

/* ---- printing ------------------------------------------------------------------------------- */

static unsigned choices_with(const struct join *j, unsigned set, size_t group, int branch)
{
    unsigned out = 0;

    for (size_t i = 0; i < j->c->list.n; i++)
        if (set >> i & 1 && j->c->list.v[i].branch[group] == branch)
            out |= 1u << i;
    return out;
}

/* True if the set's choices take several branches of the group, which all of them have. */
static bool separates(const struct join *j, unsigned set, size_t group)
{
    for (size_t i = 0; i < j->c->list.n; i++)
        if (set >> i & 1 && kp_is_hidden_group(j->c, &j->c->list.v[i], group))
            return false;
    for (int b = 0; b < kp_branch_count(kp_group_of(j->c, group)); b++) {
        unsigned with = choices_with(j, set, group, b);

        if (with)
            return with != set;
    }
    return false;
}

/* True if the branch of the group alone says whether a choice has the piece. */
static bool decides(const struct join *j, unsigned set, size_t group, const struct piece *p)
{
    for (int b = 0; b < kp_branch_count(kp_group_of(j->c, group)); b++) {
        unsigned with = choices_with(j, set, group, b);

        if ((p->set & with) && (p->set & with) != with)
            return false;
    }
    return true;
}

/* The group that decides about most of the pieces, from the first one on; it is printed for these
 * alone. Where none decides about the first, it is one that separates, for all pieces. */
static size_t group_for(const struct join *j, unsigned set, size_t from, size_t *to)
{
    size_t found = j->c->n, most = 0, any = j->c->n;

    for (size_t g = 0; g < j->c->n; g++) {
        size_t n = from;

        if (!separates(j, set, g))
            continue;
        if (any == j->c->n)
            any = g;
        while (n < *to && decides(j, set, g, &j->row.v[n]))
            n++;
        if (n - from > most || (n - from == most && most && g + 1 == j->row.v[from].group)) {
            most = n - from;
            found = g;
        }
    }
    if (found == j->c->n)
        return any;
    *to = from + most;
    return found;
}

static void print(struct join *j, struct kp_str *out, unsigned set, size_t from, size_t to);

static void print_line(const struct join *j, struct kp_str *out, struct kp_span line)
{
    const char *s = j->c->u->source.text;
    uint32_t begin = line.begin;

    while (begin > 0 && strchr(" \t", s[begin - 1]))
        begin--;
    if (begin > 0 && s[begin - 1] != '\n')
        begin = line.begin;
    kp_str_addn(out, s + begin, line.end - begin);
    kp_str_add(out, j->newline);
}

static int blocks_opened(const char *text, size_t size)
{
    int n = 0;

    for (struct kp_token t = kp_lex_code(text, 0, (uint32_t)size); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, (uint32_t)size))
        n += kp_token_is(text, t, "{") - kp_token_is(text, t, "}");
    return n;
}

static void print_group(struct join *j, struct kp_str *out, unsigned set, size_t group, size_t from,
                        size_t to)
{
    const struct kp_branch_group *g = kp_group_of(j->c, group);
    int last = kp_branch_count(g) - 1, opened = 0, seen = 0;

    for (int b = 0; b <= last; b++) {
        unsigned with = choices_with(j, set, group, b);
        struct kp_str text = kp_str_new(j->arena);

        if (with) {
            print(j, &text, with, from, to);
            j->torn |= seen++ && blocks_opened(kp_str_text(&text), text.n) != opened;
            opened = blocks_opened(kp_str_text(&text), text.n);
        }
        if (b < last || (text.n && g->has_else))
            print_line(j, out, g->lines.v[b]);
        else if (text.n)
            kp_str_addf(out, "#else%s", j->newline);
        kp_str_add(out, kp_str_text(&text));
    }
    print_line(j, out, g->lines.v[g->lines.n - 1]);
}

/* The end of the pieces from `from` on that not all of the set have, with slight lines between; of
 * loops of several shapes, also with few others. */
static size_t end_of_hunk(const struct join *j, unsigned set, size_t from, size_t to)
{
    size_t end = from, most = j->apart || !is_alike(j, set) ? 1 : 0, between = 0, group = 0;

    for (size_t i = from; i < to && between <= most; i++) {
        const struct piece *p = &j->row.v[i];

        if ((p->set & set) == set && !p->slight)
            between++;
        if (!(p->set & set) || (p->set & set) == set)
            continue;
        if (!most && p->group && group && p->group != group)
            break;
        group = p->group ? p->group : group;
        end = i + 1;
        between = 0;
    }
    return end;
}

static void print(struct join *j, struct kp_str *out, unsigned set, size_t from, size_t to)
{
    while (from < to && !j->failed) {
        const struct piece *p = &j->row.v[from];
        size_t end, group;

        if (!(p->set & set) || (p->set & set) == set) {
            if (p->set & set)
                kp_str_addn(out, p->s, p->n);
            from++;
            continue;
        }
        end = end_of_hunk(j, set, from, to);
        group = group_for(j, set, from, &end);
        j->failed |= group == j->c->n;
        if (!j->failed)
            print_group(j, out, set, group, from, end);
        from = end;
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* True if the texts begin and end alike, and differ in the body alone. */
static bool may_differ(const struct join *j, unsigned all, bool in_body)
{
    bool body = !in_body;

    if (!j->row.n || j->row.v[0].set != all || j->row.v[j->row.n - 1].set != all)
        return false;
    for (size_t i = 0; i < j->row.n; i++) {
        if (!body && j->row.v[i].set != all)
            return false;
        body |= memchr(j->row.v[i].s, '{', j->row.v[i].n) != NULL;
    }
    return true;
}

static const char *join(struct join *j, bool in_body)
{
    struct kp_str out = kp_str_new(j->arena);
    unsigned all = (1u << j->c->list.n) - 1;

    for (size_t i = 0; i < j->c->list.n && !j->failed; i++) {
        struct pieces text = {0};

        cut(j, i, &text);
        add_to_row(j, &text);
    }
    if (j->failed || !may_differ(j, all, in_body))
        return NULL;
    print(j, &out, all, 0, j->row.n);
    return j->failed ? NULL : kp_str_text(&out);
}

const char *kp_join_texts(const struct kp_choices *c, const struct kp_choice_text *texts,
                          bool in_body, const char *newline)
{
    struct join j = {.c = c, .arena = c->u->arena, .texts = texts, .newline = newline}, apart = j;
    const char *text = join(&j, in_body);

    if (!text || !j.torn)
        return text;
    apart.apart = true;
    return join(&apart, in_body);
}
