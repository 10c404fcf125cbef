#include "cc/lines.h"

#include <string.h>

#include "cc/match.h"
#include "front/lex.h"
#include "util/str.h"

bool kp_cc_is_sayable(const char *name)
{
    for (; *name; name++)
        if (*name == '"' || *name == '\\' || (unsigned char)*name < ' ')
            return false;
    return true;
}

/* ---- which line is which ----------------------------------------------------------------------
 */

struct origin {
    struct kp_cc_lines user, ours;
    int32_t *map;     /* of ours: the user's line, from 0; -1: none in order */
    const bool *kept; /* of the user's: it stands in order */
    const struct kp_cc_loops *loops;
    int32_t before, behind; /* the user's lines around the one that is asked about */
    int32_t low, high;      /* .. and with the loops that they touch */
};

/* Half of the words; and, for a line of so many words, somewhere else in the file. */
enum { LIKE = 500, LIKE_ELSEWHERE = 800, LONG = 4, AHEAD = 4 };

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/* The rewritten loop around the place or, in a copy of the user's function, a few lines after
 * `near`. kpipe's own lines get the number of the loop's first line. -1: none. */
static int32_t set_region(struct origin *o, int32_t near)
{
    int32_t loop = -1;

    o->low = o->before;
    o->high = o->behind;
    for (size_t i = 0; i < o->loops->n; i++) {
        int32_t first = (int32_t)o->loops->v[i].first - 1, last = (int32_t)o->loops->v[i].last - 1;

        if ((first > o->behind || last < o->before) && (first > near + AHEAD || last < near))
            continue;
        if (loop < 0 || (first <= o->before && first > loop))
            loop = first;
        o->low = first < o->low ? first : o->low;
        o->high = last > o->high ? last : o->high;
    }
    return loop;
}

/* The user's line with the same text that is nearest to `near`, in [low, high]; -1: none. */
static int32_t equal_line(const struct origin *o, const struct kp_cc_line *line, int32_t near,
                          int32_t low, int32_t high)
{
    int32_t best = -1;

    for (int32_t i = low < 0 ? 0 : low; i <= high && i < (int32_t)o->user.n; i++)
        if (o->user.v[i].hash == line->hash &&
            (best < 0 || distance(i, near) < distance(best, near)))
            best = i;
    return best;
}

static int32_t like_line(const struct origin *o, const struct kp_cc_line *line, int32_t near,
                         int32_t low, int32_t high, unsigned least)
{
    int32_t best = -1;
    unsigned most = 0;

    for (int32_t i = low < 0 ? 0 : low; i <= high && i < (int32_t)o->user.n; i++) {
        unsigned like = kp_cc_likeness(&o->user.v[i], line);

        if (like < least)
            continue;
        like = 2 * like + (o->kept[i] ? 0 : 300);
        if (like > most || (like == most && distance(i, near) < distance(best, near))) {
            best = i;
            most = like;
        }
    }
    return best;
}

/* The user's line from which a changed line was made; `near`: the number of the line before. */
static int32_t origin_of(struct origin *o, size_t j, int32_t near)
{
    const struct kp_cc_line *line = &o->ours.v[j];
    int32_t loop = set_region(o, near), found, last = (int32_t)o->user.n - 1;
    bool is_long = line->n_words >= LONG;

    if (!line->n_words)
        return near;
    if (near < last && o->user.v[near + 1].hash == line->hash)
        return near + 1;
    found = equal_line(o, line, near, o->low, o->high);
    if (found < 0 && is_long)
        found = equal_line(o, line, near, 0, last);
    if (found < 0 && is_long)
        found = like_line(o, line, near, 0, last, LIKE_ELSEWHERE);
    if (found < 0)
        found = like_line(o, line, near, o->low, o->high, LIKE);
    return found >= 0 ? found : loop >= 0 ? loop : near;
}

uint32_t *kp_cc_numbers(struct kp_arena *a, struct kp_cc_text user, struct kp_cc_text ours,
                        const struct kp_cc_loops *loops, size_t *n)
{
    struct origin o = {.user = kp_cc_split(a, user), .ours = kp_cc_split(a, ours), .loops = loops};
    uint32_t *numbers = kp_new_array(a, uint32_t, o.ours.n + 1);
    bool *kept = kp_new_array(a, bool, o.user.n + 1);
    int32_t near = 0;

    o.map = kp_cc_match(a, &o.user, &o.ours);
    o.kept = kept;
    for (size_t j = 0; j < o.ours.n; j++)
        if (o.map[j] >= 0)
            kept[o.map[j]] = true;
    o.before = 0;
    for (size_t j = 0; j < o.ours.n; j++) {
        size_t next = j;

        if (o.map[j] >= 0) {
            near = o.before = o.map[j];
        } else {
            while (next < o.ours.n && o.map[next] < 0)
                next++;
            o.behind = next < o.ours.n ? o.map[next] : (int32_t)o.user.n - 1;
            near = origin_of(&o, j, near);
        }
        numbers[j] = (uint32_t)near + 1;
    }
    *n = o.ours.n;
    return numbers;
}

/* ---- the directives --------------------------------------------------------------------------
 */

/* What the beginning of a line is inside of. */
enum { PLAIN, INSIDE, EMPTY };

struct places {
    const char *text;
    uint32_t size;
    char *kind;    /* of each line */
    bool *restart; /* behind a directive that may have hidden a #line */
    size_t n, line;
};

/* The beginnings of lines in [from, to) are of this kind. */
static void mark(struct places *p, uint32_t from, uint32_t to, char kind)
{
    for (uint32_t at = from; at < to; at++)
        if (p->text[at] == '\n' && ++p->line < p->n)
            p->kind[p->line] = kind;
}

/* Blanks and comments between two tokens. A line that begins in a comment, or behind a backslash,
 * is inside; one that begins with a comment is good enough. */
static void mark_gap(struct places *p, uint32_t from, uint32_t to, bool inside)
{
    for (uint32_t at = from; at < to;) {
        uint32_t begin = at;

        if (!memcmp(p->text + at, "/*", 2)) {
            const char *end = strstr(p->text + at + 2, "*/");

            at = end && end + 2 < p->text + to ? (uint32_t)(end + 2 - p->text) : to;
            mark(p, begin, at, INSIDE);
        } else if (!memcmp(p->text + at, "//", 2)) {
            while (at < to && (p->text[at] != '\n' || p->text[at - 1] == '\\' ||
                               (p->text[at - 1] == '\r' && p->text[at - 2] == '\\')))
                at++;
            mark(p, begin, at, INSIDE);
        } else {
            bool spliced = at && (p->text[at - 1] == '\\' ||
                                  (at > 1 && p->text[at - 1] == '\r' && p->text[at - 2] == '\\'));

            at++;
            mark(p, begin, at, inside || spliced ? INSIDE : PLAIN);
        }
    }
}

static void find_places(struct places *p)
{
    long open = 0;
    uint32_t at = 0;
    struct kp_token last = {KP_TOKEN_END, 0, 0};

    for (;;) {
        struct kp_token t = kp_lex(p->text, at, p->size);
        uint32_t begin = t.kind == KP_TOKEN_END ? p->size : t.begin;
        /* a macro's name may take the parenthesis of the next line */
        bool takes = last.kind == KP_TOKEN_IDENT && begin < p->size && p->text[begin] == '(';

        mark_gap(p, at, begin, open > 0 || takes);
        if (t.kind == KP_TOKEN_END)
            return;
        mark(p, t.begin, t.end, INSIDE);
        if (t.kind == KP_TOKEN_PUNCT && t.end == t.begin + 1)
            open += p->text[t.begin] == '(' ? 1 : p->text[t.begin] == ')' && open > 0 ? -1 : 0;
        if (t.kind == KP_TOKEN_DIRECTIVE) {
            struct kp_token word = kp_lex_directive(p->text, t);

            if (p->line + 1 < p->n &&
                (kp_token_is(p->text, word, "endif") || kp_token_is(p->text, word, "else") ||
                 kp_token_is(p->text, word, "elif") || kp_token_is(p->text, word, "elifdef") ||
                 kp_token_is(p->text, word, "elifndef")))
                p->restart[p->line + 1] = true;
        }
        last = t;
        at = t.end;
    }
}

struct kp_cc_text kp_cc_number(struct kp_arena *a, const char *name, struct kp_cc_text user,
                               struct kp_cc_text ours, const struct kp_cc_loops *loops)
{
    size_t n = 0;
    const uint32_t *numbers = kp_cc_numbers(a, user, ours, loops, &n);
    struct places p = {.text = ours.text, .size = (uint32_t)ours.size, .n = n};
    struct kp_str s = kp_str_new(a);
    uint32_t next = 1;
    bool unsure = false, has_any = false;
    const char *at = ours.text, *end = ours.text + ours.size;

    p.kind = kp_new_array(a, char, n + 1);
    p.restart = kp_new_array(a, bool, n + 1);
    find_places(&p);
    kp_str_addf(&s, "#line 1 \"%s\"\n", name);
    for (size_t j = 0; j < n; j++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end + 1 : end) - at);
        bool blank = strspn(at, " \t\r\n") >= length;

        unsure |= p.restart[j] && has_any;
        if (p.kind[j] == PLAIN && !blank && (numbers[j] != next || unsure)) {
            kp_str_addf(&s, "#line %u\n", numbers[j]);
            next = numbers[j];
            unsure = false;
            has_any = true;
        }
        kp_str_addn(&s, at, length);
        at += length;
        next++;
    }
    return (struct kp_cc_text){kp_str_text(&s), s.n};
}
