#include "util/str.h"

#include <stdarg.h>
#include <string.h>

struct kp_str kp_str_new(struct kp_arena *a)
{
    return (struct kp_str){.arena = a};
}

static void reserve(struct kp_str *b, size_t more)
{
    size_t cap = b->cap ? b->cap : 64;
    char *s;

    if (b->n + more + 1 <= b->cap)
        return;
    while (cap < b->n + more + 1)
        cap *= 2;
    s = kp_alloc(b->arena, cap);
    if (b->n)
        memcpy(s, b->s, b->n);
    b->s = s;
    b->cap = cap;
}

void kp_str_addn(struct kp_str *b, const char *s, size_t n)
{
    reserve(b, n);
    if (n)
        memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = '\0';
}

void kp_str_add(struct kp_str *b, const char *s)
{
    kp_str_addn(b, s, strlen(s));
}

void kp_str_addc(struct kp_str *b, char c)
{
    kp_str_addn(b, &c, 1);
}

void kp_str_addf(struct kp_str *b, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    kp_str_add(b, kp_vsprintf(b->arena, fmt, ap));
    va_end(ap);
}

const char *kp_str_text(const struct kp_str *b)
{
    return b->s ? b->s : "";
}

const char *kp_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

const char *kp_folder_in(struct kp_arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');

    return !slash ? "." : kp_strndup(a, path, slash == path ? 1 : (size_t)(slash - path));
}

size_t kp_common_folders(const char *a, const char *b)
{
    size_t n = 0;

    for (; *a && *a == *b; a++, b++)
        n += *a == '/';
    return n;
}

int kp_columns(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

const char *kp_below(const char *path, const char *folder)
{
    size_t n = kp_streq(folder, "/") ? 0 : strlen(folder);

    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

bool kp_starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool kp_ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);

    return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

bool kp_streq(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool kp_has_text(const struct kp_texts *texts, const char *text)
{
    for (size_t i = 0; i < texts->n; i++)
        if (kp_streq(texts->v[i], text))
            return true;
    return false;
}

void kp_add_text(struct kp_arena *a, struct kp_texts *texts, const char *text)
{
    if (!kp_has_text(texts, text))
        kp_push(a, texts, text);
}
