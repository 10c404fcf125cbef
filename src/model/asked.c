/* A condition means in front of a function what it meant in a header if no line between the two
 * places says something of a macro that it names, by itself or by other macros. The order of the
 * lines is the one in which the files are included, in every build: where the directive is in an
 * #if, or a file that this build does not read has the name, nothing is known. */
#define _GNU_SOURCE
#include "model/asked.h"

#include <stdlib.h>

#include "front/front.h"
#include "front/given.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/brought.h"
#include "model/look.h"
#include "model/named.h"
#include "model/unread.h"

enum { MAX_DEPTH = 64 };

/* A place of the program: where the root includes a file, where that includes the next one, .. */
struct where {
    uint32_t at[MAX_DEPTH]; /* the last is first */
    size_t n, root;
    bool is_open; /* it depends on an #if, or is not known */
};

static const char *real_path(struct kp_unit *u, size_t file)
{
    const char *path = kp_place_file(u, file)->path;

    if (file >= u->parse.files.n)
        file = 0; /* as kp_place_file() has it */
    if (!u->real_paths)
        u->real_paths = kp_new_array(u->arena, const char *, u->parse.files.n + 1);
    if (!u->real_paths[file]) {
        char *real = realpath(path, NULL);

        u->real_paths[file] = real ? kp_sprintf(u->arena, "%s", real) : path;
        free(real);
    }
    return u->real_paths[file];
}

bool kp_is_inclusion_of(struct kp_unit *u, const struct kp_inclusion *in, size_t file)
{
    return kp_streq(in->found, real_path(u, file));
}

static const struct kp_inclusion *inclusion_of(struct kp_unit *u, size_t file)
{
    for (size_t i = 0; i < u->parse.inclusions.n; i++)
        if (kp_is_inclusion_of(u, &u->parse.inclusions.v[i], file))
            return &u->parse.inclusions.v[i];
    return NULL;
}

/* True if the group is no choice between builds. What a header's own guard is around, every build
 * reads that reads the header. */
static bool is_same_in_all(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    return kp_is_guard_group(u, file, g) || kp_is_given_group(u, file, g);
}

static bool is_conditional(struct kp_unit *u, size_t file, uint32_t at)
{
    const struct kp_branch_groups *all = kp_groups_in(u, file);

    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_span s = kp_group_span(&all->list.v[i]);

        if (at >= s.begin && at < s.end && all->list.v[i].fixed < 0 &&
            !is_same_in_all(u, file, &all->list.v[i]))
            return true;
    }
    return all->broken;
}

static struct where place_of(struct kp_unit *u, size_t file, uint32_t at)
{
    struct where w = {.at = {at}, .n = 1, .root = file};
    const struct kp_inclusion *in;

    while ((in = inclusion_of(u, w.root)) && w.n < MAX_DEPTH) {
        w.at[w.n++] = in->span.begin;
        w.root = in->file;
        /* the source's own groups are looked at with all that they include */
        w.is_open |= in->file && is_conditional(u, in->file, in->span.begin);
    }
    w.is_open |= w.n == MAX_DEPTH;
    return w;
}

static bool is_before(const struct where *a, const struct where *b)
{
    size_t i = a->n, k = b->n;

    while (i && k) {
        i--, k--;
        if (a->at[i] != b->at[k])
            return a->at[i] < b->at[k];
    }
    return k > 0;
}

/* True if the piece is behind the first place and not behind the second. */
static bool is_between(struct kp_unit *u, size_t file, const struct kp_piece *p,
                       const struct where *first, const struct where *second)
{
    struct where at = place_of(u, file, p->span.begin);

    return at.is_open || at.root != first->root ||
           (!is_before(&at, first) && is_before(&at, second));
}

static bool is_about(const struct kp_piece *p, const char *s, const struct kp_words *names)
{
    struct kp_span own;

    if (!p->is_macro)
        return false;
    own = p->names.list.v[0];
    return kp_words_have(names, s + own.begin, own.end - own.begin);
}

static bool brings(const struct kp_brought *b, const struct kp_words *names)
{
    for (size_t n = 0; n < b->files.n; n++)
        for (size_t k = 0; k < b->files.v[n].pieces->list.n; k++)
            if (is_about(&b->files.v[n].pieces->list.v[k], b->files.v[n].text, names))
                return true;
    return false;
}

bool kp_is_behind_beginning(struct kp_unit *u, size_t file, uint32_t at)
{
    struct where first = place_of(u, 0, 0), place = place_of(u, file, at);

    return place.root == first.root && place.n < MAX_DEPTH && first.n < MAX_DEPTH &&
           !is_before(&place, &first);
}

bool kp_is_said_in_text(struct kp_unit *u, const struct kp_words *names)
{
    kp_each_macro(m, u) if (is_about(m->piece, m->text, names)) return true;
    for (size_t f = 0; f < u->parse.files.n; f++)
        for (size_t i = 0; kp_place_file(u, f)->text && i < kp_groups_in(u, f)->list.n; i++)
            if (brings(kp_brought_by(u, f, i), names))
                return true;
    return false;
}

/* True if a file that another build reads may define one of the names. */
static bool may_be_brought(struct kp_unit *u, const struct kp_words *names)
{
    for (size_t f = 0; f < u->parse.files.n; f++) {
        if (!kp_place_file(u, f)->text)
            continue;
        for (size_t i = 0; i < kp_groups_in(u, f)->list.n; i++) {
            const struct kp_brought *b = kp_brought_by(u, f, i);

            if (kp_is_unread(u, b) ||
                (brings(b, names) && !is_same_in_all(u, f, &kp_groups_in(u, f)->list.v[i])))
                return true;
        }
    }
    return false;
}

/* True if every name has its meaning at the group in front of the function, too. */
static bool is_settled(struct kp_unit *u, const struct kp_sym *function, size_t file,
                       const struct kp_branch_group *g, const struct kp_words *names)
{
    struct where group = place_of(u, file, g->lines.v[0].begin),
                 first = place_of(u, function->decl->file, function->decl->span.begin),
                 last = place_of(u, function->decl->file, function->decl->span.end);
    bool is_behind = is_before(&first, &group);

    if (group.n == MAX_DEPTH || group.root != first.root || may_be_brought(u, names))
        return false;
    kp_each_macro(m, u) if (is_about(m->piece, m->text, names) &&
                            is_between(u, m->file, m->piece, is_behind ? &first : &group,
                                       is_behind ? &group : &last)) return false;
    return true;
}

const char *kp_asked_text(struct kp_unit *u, const char *s, struct kp_span line)
{
    struct kp_token first = {KP_TOKEN_DIRECTIVE, line.begin, line.end},
                    word = kp_lex_directive(s, first), t = kp_lex(s, word.end, line.end);
    struct kp_str out = kp_str_new(u->arena);
    uint32_t at = t.begin;

    for (; t.kind != KP_TOKEN_END; t = kp_lex(s, t.end, line.end)) {
        kp_str_addf(&out, "%s%.*s", t.begin > at ? " " : "", (int)(t.end - t.begin), s + t.begin);
        at = t.end;
    }
    if (kp_token_is(s, word, "if") || kp_token_is(s, word, "elif"))
        return kp_str_text(&out);
    return kp_sprintf(u->arena, "%sdefined(%s)",
                      kp_token_is(s, word, "ifdef") || kp_token_is(s, word, "elifdef") ? "" : "!",
                      kp_str_text(&out));
}

static struct kp_span directive_words(const char *s, struct kp_span line)
{
    struct kp_token first = {KP_TOKEN_DIRECTIVE, line.begin, line.end};

    return (struct kp_span){kp_lex_directive(s, first).end, line.end};
}

/* Adds the names of the conditions up to the branch; false: a name is one of its line or file. */
static bool add_names(struct kp_unit *u, const char *s, const struct kp_branch_group *g, int branch,
                      struct kp_words *names)
{
    static const char *const no[] = {
        "__LINE__",      "__COUNTER__",        "__FILE__",      "__INCLUDE_LEVEL__",
        "__has_include", "__has_include_next", "__BASE_FILE__", "_Pragma",
        "__TIME__",      "__FILE_NAME__",      "__TIMESTAMP__",
    };
    struct kp_named_pieces taken = {0};

    for (int i = 0; i <= branch && i + 1 < (int)g->lines.n; i++) {
        struct kp_span line = g->lines.v[i];

        kp_words_of(u->arena, names, s, directive_words(s, line));
        if (memchr(s + line.begin, '\\', line.end - line.begin))
            return false;
    }
    kp_close_names(u, KP_NAMED_MACROS, names, &taken);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (kp_words_have(names, no[i], strlen(no[i])))
            return false;
    return true;
}

/* True if the host's pass, which may size a launch, takes the branch, too. Only the device's pass
 * can be asked. */
static bool host_agrees(struct kp_unit *u, const char *s, const struct kp_branch_group *g,
                        int branch)
{
    int host = kp_given_branch(s, g->lines.v, g->lines.n, KP_ARCH_HOST);

    return host == branch || !kp_has_host_code(u);
}

bool kp_names_architecture(const struct kp_words *names)
{
    for (size_t i = 0; i < names->size; i++)
        if (names->slots[i] && kp_starts_with(names->slots[i], KP_ARCHITECTURE))
            return true;
    return false;
}

/* Adds the names that decide whether the build defines those macros: of the #ifs around their
 * definitions. */
static void add_deciding(struct kp_unit *u, struct kp_words *names)
{
    size_t before;

    do {
        before = names->used;
        kp_each_macro(m, u)
        {
            const struct kp_branch_groups *all =
                is_about(m->piece, m->text, names) ? kp_groups_in(u, m->file) : NULL;

            for (size_t i = 0; all && i < all->list.n; i++) {
                const struct kp_branch_group *g = &all->list.v[i];

                if (kp_branch_at(g, m->piece->span.begin) < 0)
                    continue;
                for (size_t k = 0; k + 1 < g->lines.n; k++)
                    kp_words_of(u->arena, names, m->text, directive_words(m->text, g->lines.v[k]));
            }
        }
    } while (names->used > before);
}

static bool is_one_defined(const char *s)
{
    return kp_starts_with(s, "defined(") && strchr(s, ')') == s + strlen(s) - 1;
}

/* Joins it to the others by `||`. */
static void add_part(struct kp_str *out, const char *asked, bool negated, bool with_others)
{
    const char *join = out->n ? " || " : "", *bare = *asked == '!' ? asked + 1 : asked;

    if (is_one_defined(bare))
        kp_str_addf(out, "%s%s%s", join, (bare != asked) != negated ? "!" : "", bare);
    else
        kp_str_addf(out, negated ? "%s!(%s)" : with_others ? "%s(%s)" : "%s%s", join, asked);
}

const char *kp_other_branch(struct kp_unit *u, const struct kp_sym *function, size_t file,
                            const struct kp_branch_group *g, int branch, bool of_device)
{
    const char *s = kp_place_file(u, file)->text;
    struct kp_str out = kp_str_new(u->arena);
    struct kp_words names = {0};
    /* #else and the end have no condition of their own */
    int last = branch + 1 < kp_branch_count(g) ? branch + 1 : kp_branch_count(g) - 1;
    bool asks;

    if (branch < 0 || !add_names(u, s, g, branch, &names) ||
        !is_settled(u, function, file, g, &names))
        return NULL;
    add_deciding(u, &names);
    asks = kp_names_architecture(&names);
    if (asks &&
        (kp_branch_groups_of(u)->own_architecture || (!of_device && !host_agrees(u, s, g, branch))))
        return NULL;
    for (int i = 0; i < last; i++)
        add_part(&out, kp_asked_text(u, s, g->lines.v[i]), i == branch, last > 1);
    return asks ? kp_sprintf(u->arena, "(defined(__CUDA_ARCH__) || !defined(__CUDACC__)) && (%s)",
                             kp_str_text(&out))
                : kp_str_text(&out);
}
