#include "cmd/git.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"
#include "util/subprocess.h"

/* What git prints, run in the file's folder. */
static struct kp_process git(struct kp_arena *a, const char *path, const char *const words[4])
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? kp_strndup(a, path, (size_t)(slash - path) + 1) : ".";
    const char *const argv[] = {"git",    "--literal-pathspecs",
                                "-c",     "protocol.allow=never",
                                "-C",     folder,
                                words[0], words[1],
                                words[2], words[3],
                                NULL};

    return kp_run_program(a, argv);
}

const char *kp_git_commit(struct kp_arena *a, const char *path, const char *name)
{
    struct kp_process p;

    if (*name == '-' || !*name)
        return NULL;
    p = git(a, path,
            (const char *const[]){"rev-parse", "--verify", "--quiet",
                                  kp_sprintf(a, "%s^{commit}", name)});
    return p.status == 0 ? kp_strndup(a, p.out, strcspn(p.out, "\n")) : NULL;
}

const char *kp_git_text(struct kp_arena *a, const char *path, const char *commit, size_t *size)
{
    struct kp_process p =
        git(a, path, (const char *const[]){"ls-tree", commit, "--", kp_file_name(path)});
    const char *blob = p.status == 0 ? strstr(p.out, " blob ") : NULL;

    if (!blob)
        return NULL;
    blob = kp_strndup(a, blob + 6, strcspn(blob + 6, "\t"));
    p = git(a, path, (const char *const[]){"cat-file", "blob", blob, NULL});
    *size = p.out_size;
    return p.status == 0 ? p.out : NULL;
}
