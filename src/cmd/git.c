#include "cmd/git.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"
#include "util/subprocess.h"

/* What git prints, run in the file's folder. */
static struct kp_process git(struct kp_arena *a, const char *path, const char *const words[5])
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
                                  kp_sprintf(a, "%s^{commit}", name), NULL});
    return p.status == 0 ? kp_strndup(a, p.out, strcspn(p.out, "\n")) : NULL;
}

const char *kp_git_text(struct kp_arena *a, const char *path, const char *commit, size_t *size)
{
    struct kp_process p =
        git(a, path, (const char *const[]){"ls-tree", commit, "--", kp_file_name(path), NULL});
    const char *blob = p.status == 0 ? strstr(p.out, " blob ") : NULL;

    if (!blob)
        return NULL;
    blob = kp_strndup(a, blob + 6, strcspn(blob + 6, "\t"));
    p = git(a, path, (const char *const[]){"cat-file", "blob", blob, NULL, NULL});
    *size = p.out_size;
    return p.status == 0 ? p.out : NULL;
}

struct kp_texts kp_git_commits(struct kp_arena *a, const char *path, int most)
{
    struct kp_texts list = {0};
    const char *head = kp_git_commit(a, path, "HEAD"); /* a new repository has none */
    struct kp_process p;

    if (!head)
        return list;
    p = git(a, path,
            (const char *const[]){"rev-list", kp_sprintf(a, "--max-count=%d", most), head, "--",
                                  kp_file_name(path)});
    for (const char *at = p.status == 0 ? p.out : ""; *at; at += *at == '\n') {
        size_t n = strcspn(at, "\n");

        kp_push(a, &list, kp_strndup(a, at, n));
        at += n;
    }
    return list;
}
