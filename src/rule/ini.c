#include "rule/ini.h"

#include <ini.h>
#include <string.h>

struct reader {
    kp_ini_line *line;
    void *user;
    const char *error; /* of the first wrong entry */
};

static int handle(void *user, const char *section, const char *name, const char *value)
{
    struct reader *r = user;

    return r->error || r->line(r->user, section, name, value, &r->error);
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

bool kp_ini_read(struct kp_arena *a, const char *file, const char *text, kp_ini_line *line,
                 void *user, const char **error)
{
    struct reader r = {.line = line, .user = user};
    int at = overlong_line(text);

    if (at) {
        *error = kp_sprintf(a, "%s:%d: the line is longer than %d characters", file, at,
                            INI_MAX_LINE - 2);
        return false;
    }
    at = ini_parse_string(text, handle, &r);
    if (at == 0)
        return true;
    if (at < 0)
        *error = kp_sprintf(a, "%s: out of memory", file);
    else
        *error = kp_sprintf(a, "%s:%d: %s", file, at, r.error ? r.error : "expected NAME = VALUE");
    return false;
}
