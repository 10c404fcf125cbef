#include "rule/ini.h"

#include <ini.h>
#include <string.h>

struct reader {
    kp_ini_line *line;
    void *user;
    struct kp_arena *arena;
    const char *next; /* text that has not been read */
    struct kp_ini_at *at;
    bool sections;       /* they are announced */
    const char *section; /* the last that was */
    const char *error;   /* of the first wrong entry */
};

static int handle(void *user, const char *section, const char *name, const char *value)
{
    struct reader *r = user;

    /* inih takes a section's line with blanks in front, too, where it continues no entry, and cuts
     * long names. */
    if (!r->error && r->sections && *section &&
        (!r->section || strncmp(section, r->section, strlen(section)) != 0)) {
        r->error = "a section begins in the first column";
        return 0;
    }
    return r->error || r->line(r->user, section, name, value, &r->error);
}

static void announce(struct reader *r, const char *line, size_t n)
{
    size_t bom = r->at->line == 1 && n >= 3 && !memcmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0;
    const char *end = n > bom && line[bom] == '[' ? memchr(line, ']', n) : NULL;

    line += bom;
    if (!end || r->error || !r->sections)
        return;
    r->section = kp_strndup(r->arena, line + 1, (size_t)(end - line - 1));
    r->line(r->user, r->section, NULL, NULL, &r->error);
}

/* inih's fgets(). */
static char *next_line(char *to, int size, void *stream)
{
    struct reader *r = stream;
    size_t n = strcspn(r->next, "\n");

    if (!*r->next)
        return NULL;
    r->at->line++;
    r->at->text = kp_strndup(r->arena, r->next, n);
    announce(r, r->at->text, n);
    n += r->next[n] == '\n';
    if (n >= (size_t)size)
        n = (size_t)size - 1;
    memcpy(to, r->next, n);
    to[n] = 0;
    r->next += n;
    return to;
}

/* inih cuts lines at its buffer's size without a word, and reads the rest as another line. */
static int overlong_line(const char *text)
{
    int line = 1;

    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n > INI_MAX_LINE - 2)
            return line;
        text += n;
        if (*text) {
            text++;
            line++;
        }
    }
    return 0;
}

static bool read_text(struct reader *r, const char *file, const char *text, const char **error)
{
    int at = overlong_line(text);

    if (at) {
        *error = kp_sprintf(r->arena, "%s:%d: the line is longer than %d characters", file, at,
                            INI_MAX_LINE - 2);
        return false;
    }
    r->next = text;
    at = ini_parse_stream(next_line, r, handle, r);
    if (at == 0)
        return true;
    if (at < 0)
        *error = kp_sprintf(r->arena, "%s: out of memory", file);
    else
        *error = kp_sprintf(r->arena, "%s:%d: %s", file, at,
                            r->error ? r->error : "expected NAME = VALUE");
    return false;
}

bool kp_ini_read(struct kp_arena *a, const char *file, const char *text, kp_ini_line *line,
                 void *user, const char **error)
{
    struct kp_ini_at at = {0};
    struct reader r = {.line = line, .user = user, .arena = a, .at = &at};

    return read_text(&r, file, text, error);
}

bool kp_ini_read_at(struct kp_arena *a, const char *file, const char *text, struct kp_ini_at *at,
                    kp_ini_line *line, void *user, const char **error)
{
    struct reader r = {.line = line, .user = user, .arena = a, .at = at, .sections = true};

    *at = (struct kp_ini_at){0};
    return read_text(&r, file, text, error);
}
