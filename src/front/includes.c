#define _GNU_SOURCE
#include "front/includes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/args.h"
#include "front/guess.h"
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"
#include "front/place.h"
#include "util/cache_folder.h"
#include "util/system.h"

enum { MOST_FILES = 4000, MOST_LOOKS = 100000, MOST_BYTES = 4 << 20, MOST_DEPTH = 16 };

struct file;

/* The files that a file includes, for one list of folders: one per directive, NULL where none is
 * found. */
struct targets {
    const char *folders;
    KP_VEC(struct file *) files;
};

struct file {
    const char *path; /* real */
    uint64_t hash;
    struct kp_texts names;  /* as the directives have them, with the < or the quote in front */
    struct kp_texts asked;  /* the names in __has_include(), likewise */
    struct kp_texts macros; /* the names that are a macro's value, likewise */
    const char *text;       /* NULL: it cannot be read */
    bool is_vague;          /* a directive does not say itself what it includes */
    bool pastes;            /* its macros may make one word of two */
    bool has_words;         /* `words` is filled */
    struct kp_words words;  /* of the directives but those that say themselves what they include */
    KP_VEC(struct targets *) targets;
    unsigned visit; /* the last question that came by */
};

struct kp_includes {
    struct kp_arena *arena;
    KP_VEC(struct file *) files;
    struct kp_texts folders; /* lists of them, each once */
    unsigned visit;
    size_t looks;
    bool is_full; /* a limit was met: what is not found may be there */
};

struct kp_includes *kp_includes_new(struct kp_arena *a)
{
    struct kp_includes *in = kp_new(a, struct kp_includes);

    in->arena = a;
    return in;
}

const char *kp_includes_from(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL), *here = real ? NULL : getcwd(NULL, 0);
    const char *from = real ? kp_strdup(a, real) : here ? kp_sprintf(a, "%s/-", here) : NULL;

    free(real);
    free(here);
    return from;
}

/* ---- the text ---------------------------------------------------------------------------------
 */

static void add_name(struct kp_arena *a, const char *name, struct kp_texts *to)
{
    size_t n = *name == '<' || *name == '"' ? strcspn(name + 1, *name == '<' ? ">\n" : "\"\n") : 0;

    if (n && name[n + 1] != '\n')
        kp_push(a, to, kp_strndup(a, name, n + 1));
}

/* The names that are all of a macro's value. */
static void add_macros(struct kp_arena *a, const char *text, size_t size, struct kp_texts *to)
{
    static const char define[] = "define";
    size_t n = sizeof define - 1;

    for (const char *p = text; (p = memmem(p, size - (size_t)(p - text), define, n)); p++) {
        const char *body = p + n;

        body += strspn(body, " \t");
        body += strcspn(body, " \t\n");
        body += strspn(body, " \t\\\n");
        add_name(a, body, to);
    }
}

static void find_names(struct kp_arena *a, const char *text, struct file *f)
{
    static const char has[] = "__has_include";
    size_t size = strlen(text);
    struct kp_asked asked;

    f->text = text;
    f->pastes = kp_pastes(text);
    for (uint32_t at = 0; kp_next_asked(text, size, &at, &asked);)
        if (asked.quote && !asked.is_next)
            add_name(a, text + asked.begin - 1, &f->names);
        else
            f->is_vague = true;
    add_macros(a, text, size, &f->macros);
    for (const char *p = text; (p = memmem(p, size - (size_t)(p - text), has, sizeof has - 1));) {
        p += sizeof has - 1;
        p += kp_starts_with(p, "_next") ? strlen("_next") : 0;
        p += strspn(p, " \t(");
        add_name(a, p, &f->asked);
    }
}

static bool is_in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True if the word, of that length, is in the text, which is `size` long. */
static bool says(const char *text, size_t size, const char *word, size_t n)
{
    for (const char *p = text; (p = memmem(p, size - (size_t)(p - text), word, n)); p++)
        if ((p == text || !is_in_word(p[-1])) && (p + n == text + size || !is_in_word(p[n])))
            return true;
    return false;
}

static struct file *file_at(struct kp_includes *in, const char *real)
{
    uint64_t hash = kp_hash_bytes(real, strlen(real));
    struct file *f;
    const char *text;

    for (size_t i = 0; i < in->files.n; i++)
        if (in->files.v[i]->hash == hash && kp_streq(in->files.v[i]->path, real))
            return in->files.v[i];
    in->is_full |= in->files.n == MOST_FILES;
    if (in->is_full)
        return NULL;
    f = kp_new(in->arena, struct file);
    f->path = kp_strdup(in->arena, real);
    f->hash = hash;
    kp_push(in->arena, &in->files, f);
    if ((text = kp_read_plain(in->arena, real, 0, MOST_BYTES)))
        find_names(in->arena, text, f);
    return f;
}

/* ---- the way ----------------------------------------------------------------------------------
 */

/* The real path of a file that is there; NULL. */
static const char *real_of(struct kp_includes *in, const char *folder, size_t n, const char *name)
{
    const char *path = kp_sprintf(in->arena, "%.*s/%s", (int)n, folder, name);
    char *real;

    in->is_full |= in->looks++ >= MOST_LOOKS;
    if (in->is_full || access(path, F_OK) != 0)
        return NULL;
    real = realpath(path, NULL);
    path = real ? kp_strdup(in->arena, real) : NULL;
    free(real);
    return path;
}

bool kp_is_folder_option(const char *arg)
{
    return kp_streq(arg, "-I") || kp_streq(arg, "-iquote") || kp_streq(arg, "-isystem") ||
           kp_streq(arg, "-idirafter");
}

static const char *resolve(struct kp_includes *in, const char *from, const char *name,
                           const struct kp_args *args)
{
    const char *found = NULL;

    if (name[1] == '/')
        return real_of(in, "", 0, name + 2);
    if (*name == '"')
        found = real_of(in, from, (size_t)(strrchr(from, '/') - from), name + 1);
    for (size_t i = 0; i + 1 < args->n && !found; i++)
        if (kp_is_folder_option(args->v[i]))
            found = real_of(in, args->v[i + 1], strlen(args->v[i + 1]), name + 1);
    return found;
}

/* The list of folders among the arguments, as one text that is the same for the same list. */
static const char *folders_of(struct kp_includes *in, const struct kp_args *args)
{
    struct kp_str s = kp_str_new(in->arena);
    const char *text;

    for (size_t i = 0; i + 1 < args->n; i++)
        if (kp_is_folder_option(args->v[i]))
            kp_str_addf(&s, "%s\n", args->v[i + 1]);
    text = kp_str_text(&s);
    for (size_t i = 0; i < in->folders.n; i++)
        if (kp_streq(in->folders.v[i], text))
            return in->folders.v[i];
    kp_push(in->arena, &in->folders, text);
    return text;
}

static const struct targets *targets_of(struct kp_includes *in, struct file *f,
                                        const struct kp_args *args, const char *folders)
{
    struct targets *t;

    for (size_t i = 0; i < f->targets.n; i++)
        if (f->targets.v[i]->folders == folders)
            return f->targets.v[i];
    t = kp_new(in->arena, struct targets);
    t->folders = folders;
    kp_push(in->arena, &f->targets, t);
    for (size_t i = 0; i < f->names.n; i++) {
        const char *path = resolve(in, f->path, f->names.v[i], args);

        kp_push(in->arena, &t->files, path ? file_at(in, path) : NULL);
    }
    return t;
}

/* True if a name that is not found may be the file's from a folder that no option of ours names.
 * One that goes over `.` or `..` ends in no path of the project, by which that folder could be
 * guessed. */
static bool may_mean(const char *name, const struct file *wanted)
{
    return (strstr(name, "./") || strstr(name, "//")) &&
           kp_streq(kp_file_name(name + 1), kp_file_name(wanted->path));
}

static bool reaches(struct kp_includes *in, struct file *f, const struct kp_args *args,
                    const char *folders, const struct file *wanted, int depth)
{
    const struct targets *t;

    if (f->visit == in->visit || depth == MOST_DEPTH)
        return false;
    f->visit = in->visit;
    t = targets_of(in, f, args, folders);
    for (size_t i = 0; i < t->files.n; i++)
        if (t->files.v[i] ? t->files.v[i] == wanted ||
                                reaches(in, t->files.v[i], args, folders, wanted, depth + 1)
                          : may_mean(f->names.v[i], wanted))
            return true;
    return false;
}

/* The words of the directives but those that say themselves what they include. */
static void find_words(struct kp_includes *in, struct file *f)
{
    const char *text = f->text ? f->text : "";
    uint32_t size = (uint32_t)strlen(text);

    f->has_words = true;
    for (struct kp_token t = kp_lex(text, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, size)) {
        struct kp_asked asked;
        uint32_t at = t.begin, begin;

        if (t.kind != KP_TOKEN_DIRECTIVE ||
            (kp_next_asked(text, t.end, &at, &asked) && asked.quote && !asked.is_next))
            continue;
        for (at = t.begin; at < t.end; at++) {
            for (begin = at; at < t.end && is_in_word(text[at]);)
                at++;
            if (at > begin)
                kp_words_add(in->arena, &f->words, text + begin, at - begin);
        }
    }
}

/* True if the word is in a -D, or in a directive of one of the files that were just visited. */
static bool is_said(struct kp_includes *in, const struct kp_args *args, const char *word, size_t n)
{
    for (size_t i = 0; i + 1 < args->n; i++)
        if (kp_streq(args->v[i], "-D") && says(args->v[i + 1], strlen(args->v[i + 1]), word, n))
            return true;
    for (size_t i = 0; i < in->files.n; i++) {
        struct file *f = in->files.v[i];

        if (f->visit != in->visit)
            continue;
        if (!f->has_words)
            find_words(in, f);
        if (kp_words_have(&f->words, word, n))
            return true;
    }
    return false;
}

static bool may_paste(const struct kp_includes *in, const struct kp_args *args)
{
    for (size_t i = 0; i + 1 < args->n; i++)
        if (kp_streq(args->v[i], "-D") && kp_pastes(args->v[i + 1]))
            return true;
    for (size_t i = 0; i < in->files.n; i++)
        if (in->files.v[i]->visit == in->visit && in->files.v[i]->pastes)
            return true;
    return false;
}

struct pasted {
    struct kp_includes *in;
    const struct kp_args *args;
    const char *word;
};

/* All parts are said, but for numbers, which the compiler may say. */
static bool is_part(void *to, size_t begin, size_t end)
{
    const struct pasted *p = to;

    return strspn(p->word + begin, "0123456789") >= end - begin ||
           is_said(p->in, p->args, p->word + begin, end - begin);
}

static bool is_named(struct kp_includes *in, const struct kp_args *args, const char *path)
{
    const char *word = kp_file_name(path), *dot = strrchr(word, '.');
    size_t n = dot && dot > word ? (size_t)(dot - word) : strlen(word);

    return is_said(in, args, word, n) ||
           (may_paste(in, args) &&
            kp_is_made_of(in->arena, n, is_part, &(struct pasted){in, args, word}));
}

/* The file that a macro's body names, beside the source or beside the macro. */
static struct file *meant(struct kp_includes *in, const struct file *from, const struct file *f,
                          const char *name, const struct kp_args *args)
{
    const char *path = resolve(in, from->path, name, args);

    path = path ? path : resolve(in, f->path, name, args);
    return path ? file_at(in, path) : NULL;
}

/* Among the files that were just visited, none of which says that it includes the file. */
static bool may_reach(struct kp_includes *in, const struct file *from, const struct kp_args *args,
                      const struct file *wanted)
{
    bool is_vague = false;

    for (size_t i = 0; i < in->files.n; i++)
        is_vague |= in->files.v[i]->visit == in->visit && in->files.v[i]->is_vague;
    for (size_t i = 0; i < in->files.n && is_vague; i++) {
        const struct file *f = in->files.v[i];

        for (size_t k = 0; f->visit == in->visit && k < f->macros.n; k++) {
            struct file *other = meant(in, from, f, f->macros.v[k], args);

            if (other && other != f &&
                (other == wanted || reaches(in, other, args, folders_of(in, args), wanted, 0)))
                return true;
        }
    }
    return is_vague && is_named(in, args, wanted->path);
}

bool kp_includes_reach(struct kp_includes *in, const char *from, const struct kp_args *args,
                       const char *file)
{
    const char *real = real_of(in, "", 0, from);
    struct file *f = real ? file_at(in, real) : NULL, *wanted = f ? file_at(in, file) : NULL;

    in->visit++;
    return wanted && (reaches(in, f, args, folders_of(in, args), wanted, 0) ||
                      may_reach(in, f, args, wanted));
}

static void add_reached(struct kp_includes *in, struct file *f, const struct kp_args *args,
                        const char *folders, int depth, struct kp_texts *to)
{
    const struct targets *t;

    if (f->visit == in->visit || depth == MOST_DEPTH)
        return;
    f->visit = in->visit;
    t = targets_of(in, f, args, folders);
    for (size_t i = 0; i < t->files.n; i++) {
        if (!t->files.v[i])
            continue;
        kp_add_text(in->arena, to, t->files.v[i]->path);
        add_reached(in, t->files.v[i], args, folders, depth + 1, to);
    }
}

void kp_includes_all(struct kp_includes *in, const char *from, const struct kp_args *args,
                     struct kp_texts *to)
{
    const char *real = real_of(in, "", 0, from);
    struct file *f = real ? file_at(in, real) : NULL;

    in->visit++;
    if (f)
        add_reached(in, f, args, folders_of(in, args), 0, to);
}

struct own {
    struct kp_includes *in;
    const struct kp_args *args, *all;
    const char *folders;
    struct kp_texts *to;
    bool is_unknown;
};

static void add_own(struct own *o, struct file *f, int depth)
{
    struct kp_includes *in = o->in;
    const struct targets *t;

    in->is_full |= depth == MOST_DEPTH;
    if (f->visit == in->visit || in->is_full)
        return;
    f->visit = in->visit;
    o->is_unknown |= f->is_vague;
    kp_add_text(in->arena, o->to, f->path);
    t = targets_of(in, f, o->args, o->folders);
    for (size_t i = 0; i < t->files.n; i++) {
        const char *name = f->names.v[i];

        if (t->files.v[i] && !kp_is_others_header(name + 1))
            add_own(o, t->files.v[i], depth + 1);
        o->is_unknown |= !t->files.v[i] && *name == '"' &&
                         !kp_is_systems_header(in->arena, name + 1) &&
                         !resolve(in, f->path, name, o->all);
    }
}

bool kp_includes_by(struct kp_includes *in, const char *from, const char *name,
                    const struct kp_args *args, const struct kp_args *all, struct kp_texts *to)
{
    const char *real = resolve(in, from, name, args);
    struct file *f = real ? file_at(in, real) : NULL;
    struct own o = {.in = in, .args = args, .all = all, .folders = folders_of(in, args), .to = to};

    in->visit++;
    if (f)
        add_own(&o, f, 0);
    return f && !in->is_full && !o.is_unknown;
}

/* ---- what a folder more would change -----------------------------------------------------------
 */

static void add_lost(struct kp_includes *in, struct file *f, const struct kp_args *args,
                     const char *folders, int depth, struct kp_texts *to)
{
    const struct targets *t;

    if (f->visit == in->visit || depth == MOST_DEPTH)
        return;
    f->visit = in->visit;
    t = targets_of(in, f, args, folders);
    for (size_t i = 0; i < t->files.n; i++) {
        const char *name = f->names.v[i];

        if (t->files.v[i])
            add_lost(in, t->files.v[i], args, folders, depth + 1, to);
        else if (*name != '<' || !depth || strchr(name, '/')) /* else a system's, it may be */
            kp_add_text(in->arena, to, name);
    }
}

bool kp_includes_lost(struct kp_includes *in, const char *from, const struct kp_args *args,
                      struct kp_texts *to)
{
    const char *real = real_of(in, "", 0, from);
    struct file *f = real ? file_at(in, real) : NULL;

    in->visit++;
    if (f)
        add_lost(in, f, args, folders_of(in, args), 0, to);
    return f && !in->is_full;
}

struct change {
    const struct kp_args *before, *after;
    const char *folders_before, *folders_after;
    const struct kp_texts *wanted;
};

/* True if the folder decides what an __has_include() of the file says. */
static bool answers(struct kp_includes *in, const struct file *f, const struct change *c)
{
    for (size_t i = 0; i < f->asked.n; i++)
        if (!resolve(in, f->path, f->asked.v[i], c->before) !=
            !resolve(in, f->path, f->asked.v[i], c->after))
            return true;
    return false;
}

static bool changes(struct kp_includes *in, struct file *f, const struct change *c, int depth)
{
    const struct targets *was, *is;

    if (f->visit == in->visit || depth == MOST_DEPTH)
        return false;
    f->visit = in->visit;
    if (answers(in, f, c))
        return true;
    was = targets_of(in, f, c->before, c->folders_before);
    is = targets_of(in, f, c->after, c->folders_after);
    for (size_t i = 0; i < was->files.n; i++) {
        bool is_wanted = !was->files.v[i] && kp_has_text(c->wanted, f->names.v[i]);

        if (was->files.v[i] != is->files.v[i] && !is_wanted)
            return true;
        if (was->files.v[i] && changes(in, was->files.v[i], c, depth + 1))
            return true;
    }
    return false;
}

bool kp_includes_differ(struct kp_includes *in, const char *from, const struct kp_args *before,
                        const struct kp_args *after, const struct kp_texts *wanted)
{
    const char *real = real_of(in, "", 0, from);
    struct file *f = real ? file_at(in, real) : NULL;
    struct change c = {before, after, folders_of(in, before), folders_of(in, after), wanted};

    in->visit++;
    return !f || changes(in, f, &c, 0) || in->is_full;
}
