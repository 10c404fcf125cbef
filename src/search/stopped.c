/* Outputs ask for the build that they were made for. What they ask for was seen by kpipe's parser;
 * nvcc's compilers may answer an #if in a header otherwise (__GNUC__, __clang__, __GLIBC__). */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "plan/plan.h"
#include "search/candidates.h"

/* The number of the line in `:LINE:COLUMN: ` or `(LINE): ` in front of the place; 0: none. */
static long line_before(const char *begin, const char *at)
{
    const char *p = at;

    while (p > begin && p[-1] != '\n' && !kp_starts_with(p, ": error"))
        p--;
    if (p > begin && p[-1] == ')')
        p--;
    for (int numbers = 0; p > begin && numbers < 2; numbers++) {
        const char *end = p;

        while (p > begin && p[-1] >= '0' && p[-1] <= '9')
            p--;
        if (p == begin || p == end)
            return 0;
        if (numbers || p[-1] == '(')
            return atol(p);
        if (p[-1] != ':')
            return 0;
        p--;
    }
    return 0;
}

/* The line of the text above that line, without blanks around it. */
static const char *line_above(struct kp_arena *a, const struct kp_unit *u, long line)
{
    const char *at = u->output, *end = at + u->output_size, *next;

    for (long i = 1; at && i + 1 < line; i++)
        at = (next = memchr(at, '\n', (size_t)(end - at))) ? next + 1 : NULL;
    if (!at || line < 2)
        return NULL;
    at += strspn(at, " \t");
    return kp_strndup(a, at, strcspn(at, "\r\n"));
}

/* True if the line is in what stands in front of the loop. */
static bool asks(struct kp_unit *u, const struct kp_loop *l, const char *line)
{
    const char *said = kp_is_pipelined(l) ? kp_asserted_builds(u, l, "") : NULL;
    size_t n = strlen(line);

    for (; said && *said; said += strcspn(said, "\n"), said += *said == '\n')
        if (!strncmp(said, line, n) && (said[n] == '\n' || said[n] == '\r' || !said[n]))
            return true;
    return false;
}

bool kp_leave_stopped(struct kp_search *s, const struct kp_attempt *x)
{
    static const char own[] = "\"kpipe: not the build";
    const char *error = x->build.error;
    bool any = false;

    for (size_t i = 0; i < s->first->loops.n; i++)
        s->requests[i] = kp_request_of(s->first->options, i);
    for (const char *at = error; (at = strstr(at, own)); at++) {
        const char *line = line_above(s->arena, x->unit, line_before(error, at));

        for (size_t i = 0; line && kp_starts_with(line, "#if ") && i < x->unit->loops.n; i++)
            if (asks(x->unit, x->unit->loops.v[i], line)) {
                s->requests[i].stopped = line;
                any = true;
            }
    }
    return any;
}
