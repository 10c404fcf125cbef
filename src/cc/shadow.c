#define _GNU_SOURCE
#include "cc/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "util/guard.h"
#include "util/str.h"
#include "util/subprocess.h"

static bool put(struct kp_arena *a, const char *folder, const struct kp_cc_placed *f)
{
    const char *path = kp_sprintf(a, "%s/%s", folder, f->name);
    struct stat st;

    if (!kp_write_private(path, f->text.text, f->text.size))
        return false;
    if (stat(f->of, &st) == 0) /* for __TIMESTAMP__ */
        utimensat(AT_FDCWD, path, (struct timespec[]){st.st_atim, st.st_mtim}, 0);
    return true;
}

const char *kp_cc_shadow_make(struct kp_arena *a, const char *folder,
                              const struct kp_cc_placed *files, size_t n)
{
    if (kp_guard_place(folder) < 0)
        return errno == EWOULDBLOCK ? kp_sprintf(a, "another run works in %s", folder)
                                    : kp_sprintf(a, "%s: %s", folder, strerror(errno));
    for (size_t i = 0; i < n; i++)
        if (!put(a, folder, &files[i])) {
            const char *error = kp_sprintf(a, "%s/%s: %s", folder, files[i].name, strerror(errno));

            kp_cc_shadow_end(folder, false);
            return error;
        }
    return NULL;
}

void kp_cc_shadow_end(const char *folder, bool keep)
{
    if (!keep)
        kp_remove_folder(folder);
    kp_guard_drop(folder);
}
