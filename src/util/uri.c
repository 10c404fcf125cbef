#define _GNU_SOURCE
#include "util/uri.h"

#include <ctype.h>
#include <string.h>

#include "util/str.h"

const char *kp_uri_escape(struct kp_arena *a, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~/";
    struct kp_str out = kp_str_new(a);

    for (; *path; path++)
        if (strchr(plain, *path))
            kp_str_addc(&out, *path);
        else
            kp_str_addf(&out, "%%%02X", (unsigned char)*path);
    return kp_str_text(&out);
}

static int digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* A path has no end inside of it: %00 is none. */
const char *kp_path_of_uri(struct kp_arena *a, const char *uri)
{
    static const char scheme[] = "file://", host[] = "localhost";
    struct kp_str out = kp_str_new(a);

    if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    uri += sizeof scheme - 1;
    if (strncasecmp(uri, host, sizeof host - 1) == 0)
        uri += sizeof host - 1;
    if (*uri != '/')
        return NULL;
    for (; *uri && *uri != '?' && *uri != '#'; uri++) {
        char c = *uri;

        if (c == '%') {
            if (!isxdigit((unsigned char)uri[1]) || !isxdigit((unsigned char)uri[2]))
                return NULL;
            c = (char)(16 * digit(uri[1]) + digit(uri[2]));
            uri += 2;
        }
        if (!c)
            return NULL;
        kp_str_addc(&out, c);
    }
    return kp_str_text(&out);
}
