#define _GNU_SOURCE
#include "cc/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "util/guard.h"
#include "util/str.h"
#include "util/subprocess.h"

const char *kp_cc_shadow_make(struct kp_arena *a, const char *product, const char *source,
                              struct kp_cc_text text, struct kp_cc_shadow *to)
{
    struct stat st;

    to->folder = kp_sprintf(a, "%s.kpipe", product);
    to->path = kp_sprintf(a, "%s/%s", to->folder, kp_file_name(source));
    if (kp_guard_place(to->folder) < 0)
        return errno == EWOULDBLOCK ? kp_sprintf(a, "another run works in %s", to->folder)
                                    : kp_sprintf(a, "%s: %s", to->folder, strerror(errno));
    if (kp_write_private(to->path, text.text, text.size)) {
        if (stat(source, &st) == 0) /* for __TIMESTAMP__ */
            utimensat(AT_FDCWD, to->path, (struct timespec[]){st.st_atim, st.st_mtim}, 0);
        return NULL;
    }
    kp_cc_shadow_end(to, false);
    return kp_sprintf(a, "%s: %s", to->path, strerror(errno));
}

void kp_cc_shadow_end(const struct kp_cc_shadow *s, bool keep)
{
    if (!keep)
        kp_remove_folder(s->folder);
    kp_guard_drop(s->folder);
}
