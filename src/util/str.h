/* A string builder in an arena. After the first addition, `s` is NUL-terminated. */
#ifndef KP_UTIL_STR_H
#define KP_UTIL_STR_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/vec.h"

struct kp_str {
    struct kp_arena *arena;
    char *s;
    size_t n, cap;
};

struct kp_str kp_str_new(struct kp_arena *a);
void kp_str_add(struct kp_str *b, const char *s);
void kp_str_addn(struct kp_str *b, const char *s, size_t n);
void kp_str_addc(struct kp_str *b, char c);
void kp_str_addf(struct kp_str *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The text so far, "" when nothing was added; owned by the arena. */
const char *kp_str_text(const struct kp_str *b);

KP_VEC_TYPE(kp_texts, const char *);

bool kp_has_text(const struct kp_texts *texts, const char *text);
/* Adds a text unless the list has it. */
void kp_add_text(struct kp_arena *a, struct kp_texts *texts, const char *text);

/* The part of a path after its last slash. */
const char *kp_file_name(const char *path);
/* The part in front of it; "." when there is no slash. */
const char *kp_folder_in(struct kp_arena *a, const char *path);
/* How many folders both paths begin with. */
size_t kp_common_folders(const char *a, const char *b);
/* How many columns a terminal needs for UTF-8 text. */
int kp_columns(const char *s);

/* The path relative to `folder`, both absolute; NULL when it is not below the folder. */
const char *kp_below(const char *path, const char *folder);

bool kp_starts_with(const char *s, const char *prefix);
bool kp_ends_with(const char *s, const char *suffix);
bool kp_streq(const char *a, const char *b); /* NULL equals only NULL */

#endif
