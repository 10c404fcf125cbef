/* Conditions that nvcc's compilers may answer otherwise than kpipe's parser, which is Clang and
 * reads few of the system's headers: they ask for a name that is neither the program's nor the
 * command line's. What the program defines under such a condition hangs on it, too. */
#include <ctype.h>
#include <string.h>

#include "front/branches.h"
#include "front/front.h"
#include "front/given.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/asked.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/look.h"
#include "model/named.h"
#include "util/embed.h"

/* Both answer alike. */
static bool is_given(const char *name)
{
    static const char *const names[] = {"__CUDA_ARCH__", "__CUDACC__",       "__NVCC__",
                                        "__cplusplus",   "__STDC_VERSION__", "defined"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_streq(name, names[i]))
            return true;
    return kp_elsewhere_name(name, 0, (uint32_t)strlen(name)).kind != KP_TOKEN_END;
}

/* Compilers define such names by themselves, some otherwise in each of their passes. */
static bool is_of_compiler(const char *name)
{
    return (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]))) ||
           kp_streq(name, "linux") || kp_streq(name, "unix") || kp_streq(name, "i386");
}

/* True for one of the names that headers of the system and of CUDA define. */
static bool is_of_system(const char *name)
{
    static const char *const begin[] = {"CU",    "cuda", "M_",    "INT",  "UINT",  "LONG",  "LLONG",
                                        "ULONG", "SIZE", "PTR",   "CHAR", "SCHAR", "SHRT",  "USHRT",
                                        "FLT_",  "DBL_", "LDBL_", "FP_",  "RAND_", "BUFSIZ"};
    static const char *const names[] = {"NULL",     "EOF",      "NAN",   "assert",
                                        "INFINITY", "HUGE_VAL", "NDEBUG"};

    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (kp_starts_with(name, begin[i]))
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_streq(name, names[i]))
            return true;
    return false;
}

/* True if the parser may have it, whatever the compiler has. */
static bool prelude_says(const char *name)
{
    return strstr(kp_embedded("prelude.h"), name) || strstr(kp_embedded("torch.h"), name);
}

static void add_conditions(struct kp_unit *u, size_t file, const struct kp_branch_group *g,
                           struct kp_words *names)
{
    const char *s = kp_place_file(u, file)->text;

    for (size_t i = 0; i + 1 < g->lines.n; i++) {
        struct kp_span line = g->lines.v[i];
        struct kp_token first = {KP_TOKEN_DIRECTIVE, line.begin, line.end};

        kp_words_of(u->arena, names, s, (struct kp_span){kp_lex_directive(s, first).end, line.end});
    }
}

/* True if one of the names is a macro of the text, in that part of it. */
static bool makes(const char *s, const struct kp_pieces *pieces, struct kp_span in,
                  const struct kp_words *names)
{
    for (size_t i = 0; i < pieces->list.n; i++) {
        const struct kp_piece *p = &pieces->list.v[i];

        if (p->is_macro && kp_spans_overlap(p->span, in) &&
            kp_words_have(names, s + p->names.list.v[0].begin,
                          p->names.list.v[0].end - p->names.list.v[0].begin))
            return true;
    }
    return false;
}

static bool group_makes(struct kp_unit *u, size_t file, size_t number, const struct kp_words *names)
{
    const struct kp_branch_group *g = &kp_groups_in(u, file)->list.v[number];
    const struct kp_brought *b = kp_brought_by(u, file, number);

    if (makes(kp_place_file(u, file)->text, kp_pieces_in(u, file), kp_group_span(g), names))
        return true;
    for (size_t i = 0; i < b->files.n; i++)
        if (makes(b->files.v[i].text, b->files.v[i].pieces, (struct kp_span){0, UINT32_MAX}, names))
            return true;
    return false;
}

/* The names by whose meaning the group's conditions are answered. */
static void close_conditions(struct kp_unit *u, struct kp_words *names)
{
    size_t before;

    do {
        struct kp_named_pieces taken = {0};

        before = names->used;
        kp_close_names(u, KP_NAMED_MACROS, names, &taken);
        for (size_t f = 0; f < u->parse.files.n; f++)
            for (size_t i = 0; kp_place_file(u, f)->text && i < kp_groups_in(u, f)->list.n; i++)
                if (kp_groups_in(u, f)->list.v[i].fixed < 0 && group_makes(u, f, i, names))
                    add_conditions(u, f, &kp_groups_in(u, f)->list.v[i], names);
    } while (names->used > before);
}

static bool has_word(const char *text, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = text; (at = strstr(at, name)); at++) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');

        if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    }
    return false;
}

bool kp_is_of_environment(struct kp_unit *u, const char *name)
{
    return is_of_compiler(name) || is_of_system(name) || has_word(kp_embedded("prelude.h"), name) ||
           has_word(kp_embedded("torch.h"), name) ||
           (u->options->may_define && u->options->may_define(u->options->definer, name));
}

/* The build's own compiler knows best: its headers define other names than the list has. */
static bool may_be_defined(const struct kp_unit *u, const char *name)
{
    if (is_of_compiler(name) || (is_of_system(name) && prelude_says(name)))
        return true;
    return u->options->may_define ? u->options->may_define(u->options->definer, name)
                                  : is_of_system(name);
}

/* By what the answer to a group's conditions differs; 0: not known yet. */
enum { BY_BUILD = 1, BY_OTHERS, BY_COMPILER }; /* BY_OTHERS: by the pass, or by unseen headers */

static size_t differs_by(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    size_t known = kp_map_get(&u->by_compiler, g);
    struct kp_words names = {0};
    bool differs = false, asks_others = false;

    if (known)
        return known;
    add_conditions(u, file, g, &names);
    close_conditions(u, &names);
    for (size_t i = 0; i < names.size; i++) {
        if (!names.slots[i] || is_given(names.slots[i]) ||
            kp_is_macro(u, names.slots[i], strlen(names.slots[i])))
            continue;
        differs |= may_be_defined(u, names.slots[i]);
        asks_others |= !u->options->may_define;
    }
    known = differs                                        ? BY_COMPILER
            : asks_others || kp_names_architecture(&names) ? BY_OTHERS
                                                           : BY_BUILD;
    *kp_map_at(u->arena, &u->by_compiler, g) = known;
    return known;
}

bool kp_differs_by_compiler(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    return differs_by(u, file, g) == BY_COMPILER;
}

bool kp_one_build_settles(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    return u->options->one_build && differs_by(u, file, g) == BY_BUILD;
}
