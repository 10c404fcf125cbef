/* The first pass: the bytes of the input and its table of lines. */
#define _GNU_SOURCE
#include "front/front.h"
#include "front/lex.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SOURCE = 64 << 20, MAX_WAIT_MS = 5000 };

static bool fail(struct kp_unit *u, const char *path, const char *text)
{
    u->error = kp_sprintf(u->arena, "%s: %s", path, text);
    return false;
}

/* Reads what fd holds, at most MAX_SOURCE bytes; NULL with errno set, EFBIG when it is more. */
static char *read_all(struct kp_arena *a, int fd, size_t hint, uint32_t *size)
{
    size_t cap = hint + 1 < 4096 ? 4096 : hint + 1, n = 0;
    char *text = kp_alloc(a, cap);

    for (;;) {
        ssize_t got;

        if (n + 1 == cap) { /* a pipe, or the file has grown */
            char *more = kp_alloc(a, 2 * cap);

            memcpy(more, text, n);
            text = more;
            cap *= 2;
        }
        got = read(fd, text + n, cap - n - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        if (got == 0)
            break;
        n += (size_t)got;
        if (n > MAX_SOURCE) {
            errno = EFBIG;
            return NULL;
        }
    }
    text[n] = '\0';
    *size = (uint32_t)n;
    return text;
}

const struct kp_file *kp_place_file(const struct kp_unit *u, size_t file)
{
    return file && file < u->parse.files.n ? &u->parse.files.v[file] : &u->source;
}

void kp_file_index(struct kp_arena *a, struct kp_file *f)
{
    uint32_t lines = 1, at = 0, crlf = 0;

    f->bare_return = f->size;
    for (uint32_t i = 0; i < f->size; i++) {
        lines += f->text[i] == '\n';
        if (f->text[i] == '\r' && f->text[i + 1] != '\n' && f->bare_return == f->size)
            f->bare_return = i;
    }
    f->line_start = kp_new_array(a, uint32_t, lines);
    f->n_lines = 0;
    f->line_start[f->n_lines++] = 0;
    for (; at < f->size; at++) {
        if (f->text[at] != '\n')
            continue;
        crlf += at > 0 && f->text[at - 1] == '\r';
        f->line_start[f->n_lines++] = at + 1;
    }
    if (f->n_lines > 1 && f->line_start[f->n_lines - 1] == f->size)
        f->n_lines--; /* the last newline ends a line and begins none */
    f->hash_lines = kp_new_array(a, uint32_t, f->n_lines);
    f->n_hash_lines = 0;
    for (uint32_t i = 0; i < f->n_lines; i++) {
        const char *line = f->text + f->line_start[i];

        if (line[strspn(line, " \t")] == '#')
            f->hash_lines[f->n_hash_lines++] = i;
    }
    f->crlf = lines > 1 && 2 * crlf > lines - 1;
    f->bom = f->size >= 3 && memcmp(f->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Only the file's own text counts: a header that wraps HIP may also support CUDA. */
static bool includes_hip(const struct kp_file *f)
{
    struct kp_token t = kp_lex(f->text, f->bom, f->size);

    for (; t.kind != KP_TOKEN_END; t = kp_lex(f->text, t.end, f->size)) {
        const char *line = f->text + t.begin;
        const char *path = t.kind == KP_TOKEN_DIRECTIVE ? memchr(line, '<', t.end - t.begin) : NULL;

        if (path && kp_starts_with(path, "<hip/") && memmem(line, path - line, "include", 7))
            return true;
    }
    return false;
}

/* A pipe without a writer is not waited for. */
static bool comes(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int n;

    while ((n = poll(&p, 1, MAX_WAIT_MS)) < 0 && errno == EINTR)
        continue;
    return n > 0 && fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0;
}

bool kp_pass_source(struct kp_unit *u, const char *path)
{
    struct kp_file *f = &u->source;
    struct stat st;
    int reason, fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool known = fd >= 0 && fstat(fd, &st) == 0;

    f->path = kp_strdup(u->arena, path);
    if (fd < 0)
        return fail(u, path, strerror(errno));
    if (known && S_ISFIFO(st.st_mode) && !comes(fd)) {
        close(fd);
        return fail(u, path, "is a pipe without a writer");
    }
    if (known && st.st_size <= MAX_SOURCE)
        f->text = read_all(u->arena, fd, (size_t)st.st_size, &f->size);
    else
        errno = EFBIG;
    reason = errno;
    close(fd);
    if (!f->text)
        return fail(u, path, reason == EFBIG ? "is larger than 64 MB" : strerror(reason));
    if (f->size >= 2 &&
        (memcmp(f->text, "\xFF\xFE", 2) == 0 || memcmp(f->text, "\xFE\xFF", 2) == 0))
        return fail(u, path, "is UTF-16 text; only UTF-8 and ASCII are read");
    if (memchr(f->text, '\0', f->size))
        return fail(u, path, "has NUL bytes: this is not a text file");
    kp_file_index(u->arena, f);
    f->is_hip = includes_hip(f);
    return true;
}

uint32_t kp_line_of(const struct kp_file *f, uint32_t offset)
{
    uint32_t lo = 0, hi = f->n_lines;

    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (f->line_start[mid] <= offset)
            lo = mid;
        else
            hi = mid;
    }
    return lo + 1;
}

uint32_t kp_column_of(const struct kp_file *f, uint32_t offset)
{
    uint32_t line = kp_line_of(f, offset), start = f->line_start[line - 1];

    if (line == 1 && f->bom && offset >= f->bom)
        start = f->bom;
    return offset - start + 1;
}

uint32_t kp_user_line(const struct kp_file *f, uint32_t line, const char **path)
{
    const struct kp_user_lines *part = NULL;

    for (size_t i = 0; i < f->n_users && f->users[i].first <= line; i++)
        part = &f->users[i];
    *path = part ? part->path : f->path;
    return part ? part->line + (line - part->first) : line;
}
