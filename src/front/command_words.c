/* A command line's words, with response files in their place. */
#define _GNU_SOURCE
#include "front/command.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/command_words.h"
#include "util/subprocess.h"

enum { MOST_DEPTH = 8, MOST_WORDS = 1 << 20, MOST_BYTES = 16 << 20 };

/* ---- words of a text -------------------------------------------------------------------------
 */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* One word from `at`, which is no blank; where it ends. */
static const char *one_word(struct kp_str *to, const char *at)
{
    char quote = 0;

    for (; *at && (quote || !is_blank(*at)); at++) {
        if (quote ? *at == quote : (*at == '"' || *at == '\''))
            quote = quote ? 0 : *at;
        else if (*at == '\\' && at[1] == '\n' && quote != '\'')
            at++;
        else if (*at == '\\' && at[1] && quote != '\'' && (!quote || strchr("\"\\$`", at[1])))
            kp_str_addc(to, *++at);
        else
            kp_str_addc(to, *at);
    }
    return at;
}

struct kp_texts kp_shell_words(struct kp_arena *a, const char *text)
{
    struct kp_texts to = {0};

    for (const char *at = text; *at;) {
        struct kp_str word = kp_str_new(a);

        if (is_blank(*at)) {
            at++;
            continue;
        }
        if (at[0] == '\\' && at[1] == '\n') { /* a line that goes on */
            at += 2;
            continue;
        }
        at = one_word(&word, at);
        kp_push(a, &to, kp_str_text(&word));
    }
    return to;
}

/* ---- response files -------------------------------------------------------------------------- */

struct reading {
    struct kp_arena *arena;
    struct kp_compile *to;
    size_t bytes;
};

/* Nothing but a file is read: a pipe would wait, and a device has no end. */
static char *slurp(struct reading *r, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    size_t n = 0;
    char *text = NULL;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        r->bytes += (size_t)st.st_size;
        if (st.st_size > MOST_BYTES || r->bytes > MOST_BYTES)
            r->to->error = kp_sprintf(r->arena, "%s: too large for a list of options", path);
        else
            text = kp_read_all(r->arena, fd, &n);
    }
    close(fd);
    return text;
}

static void read_words(struct reading *r, const char *const *words, int depth);

/* False when there is no such file. */
static bool read_file(struct reading *r, const char *name, int depth)
{
    const char *path = kp_compile_path(r->arena, r->to, name), *text;
    struct kp_texts words;

    if (depth == MOST_DEPTH) {
        r->to->error = kp_sprintf(r->arena,
                                  "%s: lists of options in lists of options, without an "
                                  "end",
                                  path);
        return true;
    }
    text = slurp(r, path);
    if (!text)
        return r->to->error != NULL;
    words = kp_shell_words(r->arena, text);
    kp_push(r->arena, &words, NULL);
    read_words(r, words.v, depth + 1);
    return true;
}

/* nvcc's way to name such files: -optf A,B; --options-file=A */
static const char *options_file(const char *word, bool *is_apart)
{
    static const char *const names[] = {"-optf", "--optf", "--options-file", "-options-file"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);

        if (strncmp(word, names[i], n) != 0 || (word[n] && word[n] != '='))
            continue;
        *is_apart = !word[n];
        return word[n] ? word + n + 1 : "";
    }
    return NULL;
}

static bool read_files(struct reading *r, const char *list, int depth)
{
    bool any = false;

    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ",");

        any |= n && read_file(r, kp_strndup(r->arena, at, n), depth);
        at += n + (at[n] == ',');
    }
    return any;
}

static void read_words(struct reading *r, const char *const *words, int depth)
{
    for (; *words && !r->to->error; words++) {
        bool is_apart = false;
        const char *list =
            r->to->dialect != KP_DIALECT_HOST ? options_file(*words, &is_apart) : NULL;

        if (list && is_apart)
            list = words[1];
        if (list && read_files(r, list, depth)) {
            words += is_apart;
            continue;
        }
        if (words[0][0] == '@' && words[0][1] && r->to->dialect != KP_DIALECT_NVCC &&
            read_file(r, *words + 1, depth))
            continue;
        if (r->to->words.n == MOST_WORDS)
            r->to->error = "more than a million words";
        else
            kp_push(r->arena, &r->to->words, *words);
    }
}

void kp_compile_words(struct kp_arena *a, struct kp_compile *to, const char *const *words)
{
    struct reading r = {.arena = a, .to = to};

    read_words(&r, words, 0);
}
