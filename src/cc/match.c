#include "cc/match.h"

#include <stdbool.h>
#include <string.h>

#include "front/lex.h"
#include "util/cache_folder.h"

enum { MOST_STEPS = 3000 };

/* ---- lines ------------------------------------------------------------------------------------
 */

static bool is_include(const char *text, const struct kp_cc_line *line)
{
    const char *s = text + line->begin;

    return line->begin < line->end && *s == '#' &&
           !strncmp(s + 1 + strspn(s + 1, " \t"), "include", strlen("include"));
}

/* The folders of a header that is included are kpipe's to change: its name alone counts. */
static void take_words(struct kp_arena *a, const char *text, struct kp_cc_line *line)
{
    bool includes = is_include(text, line);
    KP_VEC(uint64_t) words = {0};

    for (uint32_t at = line->begin; at < line->end;) {
        uint32_t begin = at;

        if (includes && text[at] == '/' && words.n)
            words.n = 1;
        while (at < line->end && kp_is_ident_char(text[at]))
            at++;
        if (at == begin)
            at++;
        else if (text[begin] < '0' || text[begin] > '9')
            kp_push(a, &words, kp_hash_bytes(text + begin, at - begin));
    }
    line->words = words.v;
    line->n_words = (uint32_t)words.n;
}

struct kp_cc_lines kp_cc_split(struct kp_arena *a, struct kp_cc_text t)
{
    struct kp_cc_lines lines = {0};

    for (size_t at = 0; at < t.size;) {
        const char *end = memchr(t.text + at, '\n', t.size - at);
        size_t next = end ? (size_t)(end - t.text) + 1 : t.size;
        struct kp_cc_line line = {.begin = (uint32_t)at, .end = (uint32_t)next};

        while (line.end > line.begin && strchr(" \t\r\n", t.text[line.end - 1]))
            line.end--;
        while (line.begin < line.end && strchr(" \t", t.text[line.begin]))
            line.begin++;
        line.hash = kp_hash_bytes(t.text + line.begin, line.end - line.begin);
        take_words(a, t.text, &line);
        kp_push(a, &lines, line);
        at = next;
    }
    return lines;
}

unsigned kp_cc_likeness(const struct kp_cc_line *a, const struct kp_cc_line *b)
{
    unsigned both = 0;

    for (uint32_t i = 0; i < a->n_words; i++)
        for (uint32_t k = 0; k < b->n_words; k++)
            if (a->words[i] == b->words[k]) {
                both++;
                break;
            }
    for (uint32_t k = 0; k < b->n_words; k++)
        for (uint32_t i = 0; i < a->n_words; i++)
            if (a->words[i] == b->words[k]) {
                both++;
                break;
            }
    return a->n_words + b->n_words ? 1000 * both / (a->n_words + b->n_words) : 0;
}

/* ---- the longest common sequence --------------------------------------------------------------
 */

struct range {
    const struct kp_cc_line *a, *b;
    int n, m;
    int32_t *map; /* of b's lines, in numbers of this range */
};

static bool same(const struct range *r, int x, int y)
{
    return r->a[x].hash == r->b[y].hash;
}

/* The furthest x on diagonal k with one step more, from those with fewer. */
static int step(const int *v, int k, int d)
{
    return k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
}

/* Back along the way that was found in d steps. */
static void walk_back(const struct range *r, int **way, int d)
{
    int x = r->n, y = r->m;

    for (; d >= 0; d--) {
        const int *v = way[d] + d + 1;
        int k = x - y, from = k == -d || (k != d && v[k - 1] < v[k + 1]) ? k + 1 : k - 1;
        int start = d ? step(v, k, d) : 0;

        while (x > start && y > start - k) {
            x--;
            y--;
            r->map[y] = x;
        }
        if (d) {
            x = v[from];
            y = x - from;
        }
    }
}

static void find(struct kp_arena *a, const struct range *r)
{
    int most = r->n + r->m < MOST_STEPS ? r->n + r->m : MOST_STEPS;
    int **way = kp_new_array(a, int *, (size_t)most + 2);
    int *v = kp_new_array(a, int, 2 * (size_t)most + 5), *mid = v + most + 2;

    for (int d = 0; d <= most; d++) {
        /* what walk_back reads: diagonals -d-1 .. d+1 before this step */
        way[d] = kp_new_array(a, int, 2 * (size_t)d + 3);
        memcpy(way[d], mid - d - 1, (2 * (size_t)d + 3) * sizeof(int));
        for (int k = -d; k <= d; k += 2) {
            int x = d ? step(mid, k, d) : 0, y = x - k;

            while (x < r->n && y < r->m && same(r, x, y)) {
                x++;
                y++;
            }
            mid[k] = x;
            if (x >= r->n && y >= r->m) {
                walk_back(r, way, d);
                return;
            }
        }
    }
}

int32_t *kp_cc_match(struct kp_arena *arena, const struct kp_cc_lines *a,
                     const struct kp_cc_lines *b)
{
    int32_t *map = kp_new_array(arena, int32_t, b->n + 1);
    size_t head = 0, tail = 0;
    struct range r;

    while (head < a->n && head < b->n && a->v[head].hash == b->v[head].hash) {
        map[head] = (int32_t)head;
        head++;
    }
    while (tail < a->n - head && tail < b->n - head &&
           a->v[a->n - 1 - tail].hash == b->v[b->n - 1 - tail].hash) {
        map[b->n - 1 - tail] = (int32_t)(a->n - 1 - tail);
        tail++;
    }
    if (!b->n)
        return map;
    r = (struct range){a->n ? a->v + head : NULL, b->v + head, (int)(a->n - head - tail),
                       (int)(b->n - head - tail), map + head};
    for (int i = 0; i < r.m; i++)
        r.map[i] = -1;
    find(arena, &r);
    for (int i = 0; i < r.m; i++)
        r.map[i] += r.map[i] < 0 ? 0 : (int32_t)head;
    return map;
}
