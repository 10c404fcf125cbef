#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "front/command.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "lock/lock.h"
#include "util/cache_folder.h"

/* A preprocessor line. */
struct line {
    struct kp_span span;
    struct kp_token word;
    size_t above; /* the innermost line of an #if group that is open in front of it, plus 1 */
};

KP_VEC_TYPE(lines, struct line);

struct file {
    const char *text;
    const struct kp_pieces *pieces;
    bool *taken;
    struct lines lines;
    size_t above; /* .. at the end of the file */
};

struct search {
    struct kp_arena *arena;
    KP_VEC(struct file) files;
    struct kp_words words;
    bool takes_all; /* words are pasted together: any piece may be meant */
};

static bool is_line(const struct file *f, const struct line *l, const char *word)
{
    return kp_token_is(f->text, l->word, word);
}

static bool begins_group(const struct file *f, const struct line *l)
{
    return is_line(f, l, "if") || is_line(f, l, "ifdef") || is_line(f, l, "ifndef");
}

static bool continues_group(const struct file *f, const struct line *l)
{
    return is_line(f, l, "elif") || is_line(f, l, "elifdef") || is_line(f, l, "elifndef") ||
           is_line(f, l, "else");
}

static bool is_same_word(const char *text, struct kp_token a, struct kp_token b)
{
    return a.end - a.begin == b.end - b.begin &&
           !memcmp(text + a.begin, text + b.begin, a.end - a.begin);
}

/* True if the first line begins the guard of a header: a group that is all of the file. */
static bool has_guard(const struct file *f)
{
    const struct line *l = f->lines.v;
    size_t depth = 0;

    if (f->lines.n < 3 || !is_line(f, &l[0], "ifndef") || !is_line(f, &l[1], "define"))
        return false;
    for (size_t i = 0; i + 1 < f->lines.n; i++) {
        depth += begins_group(f, &l[i]);
        depth -= is_line(f, &l[i], "endif");
        if (!depth || (depth == 1 && continues_group(f, &l[i])))
            return false;
    }
    return depth == 1 && is_line(f, &l[f->lines.n - 1], "endif") &&
           is_same_word(f->text, kp_lex(f->text, l[0].word.end, l[0].span.end),
                        kp_lex(f->text, l[1].word.end, l[1].span.end));
}

static void find_groups(struct file *f)
{
    struct line *l = f->lines.v;

    for (size_t i = has_guard(f); i < f->lines.n; i++) {
        l[i].above = f->above;
        if (begins_group(f, &l[i]) || continues_group(f, &l[i]))
            f->above = i + 1;
        else if (is_line(f, &l[i], "endif")) {
            while (f->above && !begins_group(f, &l[f->above - 1]))
                f->above = l[f->above - 1].above;
            if (f->above)
                f->above = l[f->above - 1].above;
        }
    }
}

/* The first line at or behind `at`. */
static size_t line_at(const struct file *f, uint32_t at)
{
    size_t low = 0, high = f->lines.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (f->lines.v[middle].span.begin < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The lines of #if groups that decide whether `at` is compiled, innermost first. */
static struct lines conditions_of(const struct search *s, const struct file *f, uint32_t at)
{
    struct lines open = {0};
    size_t i = line_at(f, at);

    for (i = i < f->lines.n ? f->lines.v[i].above : f->above; i; i = f->lines.v[i - 1].above)
        kp_push(s->arena, &open, f->lines.v[i - 1]);
    return open;
}

static void add_words_of(struct search *s, const struct file *f, struct kp_span line)
{
    kp_words_of(s->arena, &s->words, f->text, (struct kp_span){line.begin + 1, line.end});
}

static bool names_one(const struct search *s, const struct file *f, const struct kp_piece *p)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span n = p->names.list.v[i];

        if (kp_words_have(&s->words, f->text + n.begin, n.end - n.begin))
            return true;
    }
    return p->is_operator;
}

/* The words of a piece, and of what decides whether and how it is compiled. */
static void take(struct search *s, const struct file *f, const struct kp_piece *p)
{
    struct lines open = conditions_of(s, f, p->span.begin);

    kp_words_of(s->arena, &s->words, f->text, p->body);
    s->takes_all |=
        p->is_macro && memmem(f->text + p->body.begin, p->body.end - p->body.begin, "##", 2);
    for (size_t i = 0; i < open.n; i++)
        add_words_of(s, f, open.v[i].span);
    for (size_t i = line_at(f, p->span.begin);
         i < f->lines.n && f->lines.v[i].span.end <= p->span.end; i++)
        add_words_of(s, f, f->lines.v[i].span);
}

/* All pieces that a word of what was taken may mean, until there are no more. */
static void close_over(struct search *s)
{
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0; i < s->files.n; i++) {
            struct file *f = &s->files.v[i];

            for (size_t k = f->pieces->list.n; k-- > 0;) { /* callees stand in front of callers */
                const struct kp_piece *p = &f->pieces->list.v[k];

                if (f->taken[k] || !(names_one(s, f, p) || p->is_using_namespace || s->takes_all))
                    continue;
                more = f->taken[k] = true;
                take(s, f, p);
            }
        }
    }
}

static const char *tokens_of(struct kp_arena *a, const char *text, struct kp_span span)
{
    struct kp_str to = kp_str_new(a);

    for (struct kp_token t = kp_lex(text, span.begin, span.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, span.end)) {
        kp_str_addn(&to, text + t.begin, t.end - t.begin);
        kp_str_addc(&to, ' ');
    }
    return kp_str_text(&to);
}

/* Does the piece launch the function? */
static bool launches(const struct file *f, const struct kp_piece *p, const char *function)
{
    return !p->is_macro && kp_lex_has(f->text, p->span.begin, p->span.end, function) &&
           memmem(f->text + p->span.begin, p->span.end - p->span.begin, "<<", 2);
}

static void add_file(struct search *s, const char *text, const struct kp_pieces *pieces)
{
    struct file f = {text, pieces, kp_new_array(s->arena, bool, pieces->list.n + 1), {0}, 0};
    uint32_t size = text ? (uint32_t)strlen(text) : 0;

    for (struct kp_token t = kp_lex(text ? text : "", 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, size))
        if (t.kind == KP_TOKEN_DIRECTIVE)
            kp_push(s->arena, &f.lines,
                    ((struct line){{t.begin, t.end}, kp_lex_directive(text, t), 0}));
    find_groups(&f);
    if (text)
        kp_push(s->arena, &s->files, f);
}

/* A pragma that says what pieces behind it mean. */
static bool is_pragma(const struct file *f, const struct line *l)
{
    static const char *const names[] = {"pack", "push_macro", "pop_macro"};

    for (size_t i = 0; i < sizeof names / sizeof *names && is_line(f, l, "pragma"); i++)
        if (kp_lex_has(f->text, l->word.end, l->span.end, names[i]))
            return true;
    return false;
}

/* True if the order of the pieces counts: a macro with several definitions means the last one. */
static bool has_order(struct search *s)
{
    struct kp_words seen = {0};

    for (size_t i = 0; i < s->files.n; i++) {
        const struct file *f = &s->files.v[i];

        for (size_t k = 0; k < f->lines.n; k++)
            if (is_pragma(f, &f->lines.v[k]))
                return true;
        for (size_t k = 0; k < f->pieces->list.n; k++) {
            const struct kp_piece *p = &f->pieces->list.v[k];
            struct kp_span n;

            if (!p->is_macro || !f->taken[k] || !p->names.list.n)
                continue;
            n = p->names.list.v[0];
            if (kp_words_have(&seen, f->text + n.begin, n.end - n.begin))
                return true;
            kp_words_add(s->arena, &seen, f->text + n.begin, n.end - n.begin);
        }
    }
    return false;
}

static void add_defines(struct search *s, const struct kp_unit *u, struct kp_str *to)
{
    const struct kp_flag_lines *lines = u->options->flags;

    for (size_t i = 0; lines && i < lines->n; i++)
        for (size_t k = 0; k < lines->v[i].line->said.n; k++) {
            const struct kp_said *said = &lines->v[i].line->said.v[k];

            if ((said->kind == KP_SAID_DEFINE || said->kind == KP_SAID_UNDEFINE) &&
                kp_words_have(&s->words, said->value, strcspn(said->value, "=(")))
                kp_str_addf(to, "-%c %s\n", said->kind == KP_SAID_DEFINE ? 'D' : 'U', said->value);
        }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A piece with the conditions that it is compiled under. */
static const char *text_of(const struct search *s, const struct file *f, const struct kp_piece *p)
{
    struct kp_str to = kp_str_new(s->arena);
    struct lines open = conditions_of(s, f, p->span.begin);

    for (size_t i = open.n; i-- > 0;)
        kp_str_addf(&to, "%s\n", tokens_of(s->arena, f->text, open.v[i].span));
    kp_str_add(&to, tokens_of(s->arena, f->text, p->span));
    return kp_str_text(&to);
}

static void add_line(const struct search *s, const struct file *f, const struct line *l,
                     struct kp_texts *to)
{
    if (is_line(f, l, "include") || is_pragma(f, l))
        kp_push(s->arena, to, tokens_of(s->arena, f->text, l->span));
}

/* Adds the pieces of a file that count; where their order counts, with what stands between them. */
static void add_pieces(const struct search *s, const struct file *f, const char *function,
                       bool ordered, struct kp_texts *to)
{
    size_t next = 0;

    for (size_t k = 0; k < f->pieces->list.n; k++) {
        const struct kp_piece *p = &f->pieces->list.v[k];

        if (!f->taken[k] && !launches(f, p, function))
            continue;
        for (; ordered && next < f->lines.n && f->lines.v[next].span.begin < p->span.begin; next++)
            add_line(s, f, &f->lines.v[next], to);
        kp_push(s->arena, to, text_of(s, f, p));
    }
    for (; ordered && next < f->lines.n; next++)
        add_line(s, f, &f->lines.v[next], to);
}

/* The same whichever file a piece stands in, unless the order counts. */
static const char *joined(struct kp_arena *a, struct kp_texts *pieces, bool ordered)
{
    struct kp_str s = kp_str_new(a);

    if (pieces->n && !ordered)
        qsort(pieces->v, pieces->n, sizeof *pieces->v, by_text);
    for (size_t i = 0; i < pieces->n; i++)
        kp_str_addf(&s, "%s\n", pieces->v[i]);
    return kp_str_text(&s);
}

const char *kp_lock_key(struct kp_unit *u, const char *function, const char *text)
{
    struct search s = {.arena = u->arena};
    struct kp_str defines = kp_str_new(u->arena);
    struct kp_texts pieces = {0};
    const struct file *own;
    bool found = false, ordered;

    add_file(&s, text ? text : u->source.text,
             text ? kp_pieces_cut(u->arena, text, (uint32_t)strlen(text), kp_parsed_macros(u))
                  : kp_pieces_of(u));
    for (size_t i = 1; i < u->parse.files.n; i++)
        add_file(&s, u->parse.files.v[i].text, kp_pieces_in(u, i));
    kp_words_add(u->arena, &s.words, function, strlen(function));
    own = &s.files.v[0];
    for (size_t k = 0; k < own->pieces->list.n; k++)
        found |= names_one(&s, own, &own->pieces->list.v[k]) && !own->pieces->list.v[k].is_operator;
    if (!found)
        return NULL;
    close_over(&s);
    ordered = has_order(&s);
    for (size_t i = 0; i < s.files.n; i++)
        add_pieces(&s, &s.files.v[i], function, ordered, &pieces);
    add_defines(&s, u, &defines);
    return kp_hash_texts(u->arena, (const char *const[]){joined(u->arena, &pieces, ordered),
                                                         kp_str_text(&defines), NULL});
}

unsigned kp_lock_number(const struct kp_unit *u, const struct kp_loop *l)
{
    unsigned number = 1;

    for (size_t i = 0; i < u->loops.n && u->loops.v[i] != l; i++)
        number += kp_streq(u->loops.v[i]->function->name, l->function->name);
    return number;
}
