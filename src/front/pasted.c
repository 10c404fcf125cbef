#include "front/pasted.h"

#include <ctype.h>
#include <string.h>

#include "front/lex.h"
#include "front/pieces.h"
#include "util/str.h"

bool kp_pastes(const char *text)
{
    const char *end = text + strlen(text);

    for (const char *p = text; (p = strpbrk(p, "#%")); p++) {
        uint32_t size = (uint32_t)(end - p), at = 1;

        if (kp_starts_with(p, "%:%:"))
            return true;
        while (*p == '#' && kp_lex_splice(p, at, size))
            at += kp_lex_splice(p, at, size);
        if (*p == '#' && p[at] == '#')
            return true;
    }
    return false;
}

bool kp_is_made_of(struct kp_arena *a, size_t n,
                   bool (*is_part)(void *to, size_t begin, size_t end), void *to)
{
    bool *ends = kp_new_array(a, bool, n + 1); /* may a part end in front of this byte? */

    ends[0] = true;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; ends[i] && k <= n; k++)
            ends[k] = ends[k] || is_part(to, i, k);
    return ends[n];
}

struct spelling {
    const struct kp_words *words;
    const char *name;
    size_t n;
};

/* No number that the compiler makes has an underscore: one that has is among the words. */
static bool is_part(void *to, size_t begin, size_t end)
{
    const struct spelling *s = to;
    const char *part = s->name + begin;

    return (begin || end < s->n) &&
           ((begin && isdigit((unsigned char)*part) && !memchr(part, '_', end - begin)) ||
            kp_words_have(s->words, part, end - begin));
}

bool kp_is_made_of_words(struct kp_arena *a, const struct kp_words *words, const char *name)
{
    struct spelling s = {words, name, strlen(name)};
    bool begins = false;

    for (size_t i = 1; i < s.n && !begins; i++)
        begins = kp_words_have(words, name, i);
    return begins && kp_is_made_of(a, s.n, is_part, &s);
}

bool kp_words_make(struct kp_arena *a, const struct kp_words *words, const char *name)
{
    return kp_words_have(words, name, strlen(name)) || kp_is_made_of_words(a, words, name);
}
