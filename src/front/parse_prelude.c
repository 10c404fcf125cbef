/* The prelude, parsed once and kept: its declarations are four fifths of what there is to parse in
 * a usual file. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "front/virtual.h"
#include "util/cache_folder.h"
#include "util/guard.h"
#include "util/subprocess.h"
#include "util/system.h"

enum { FORMAT = 1, MOST_FILES = 64, MOST_ASLEEP = 6000 }; /* of 20 ms */
static const char temp_prefix[] = "kpipe-";

struct kept {
    const char *folder, *tree, *sum; /* paths */
};

/* ---- which one ---- */

bool kp_includes_more(const struct kp_args *args)
{
    for (size_t i = 0; i < args->n; i++)
        if (kp_streq(args->v[i], "-include") || kp_streq(args->v[i], "-imacros"))
            return true;
    return false;
}

/* Everything that decides about the tree; clang itself refuses one of another clang. */
static const char *key_of(struct kp_arena *a, const struct kp_args *args, const char *prelude)
{
    CXString clang = clang_getClangVersion();
    struct kp_texts parts = {0};
    const char *key;

    kp_push(a, &parts, kp_sprintf(a, "%d", FORMAT));
    kp_push(a, &parts, clang_getCString(clang));
    kp_push(a, &parts, prelude);
    for (size_t i = 0; i < args->n; i++)
        kp_push(a, &parts, args->v[i]);
    kp_push(a, &parts, NULL);
    key = kp_hash_texts(a, parts.v);
    clang_disposeString(clang);
    return key;
}

static bool find(struct kp_arena *a, const struct kp_args *args, const char *prelude,
                 struct kept *out)
{
    const char *cache = kp_includes_more(args) ? NULL : kp_cache_folder(a), *folder;

    if (!cache)
        return false;
    folder = kp_sprintf(a, "%s/prelude", cache);
    mkdir(folder, 0700);
    if (!kp_is_own_folder(folder))
        return false;
    out->folder = folder;
    out->tree = kp_sprintf(a, "%s/%s.pch", folder, key_of(a, args, prelude));
    out->sum = kp_sprintf(a, "%s.sum", out->tree);
    return true;
}

/* ---- is it what was stored? ---- */

static const char *sum_of(struct kp_arena *a, const char *path)
{
    uint64_t hash;

    return kp_hash_file(path, &hash) ? kp_sprintf(a, "%016" PRIx64, hash) : NULL;
}

static bool is_whole(struct kp_arena *a, const struct kept *k)
{
    size_t n;
    const char *said = kp_read_file(a, k->sum, &n), *sum = said ? sum_of(a, k->tree) : NULL;

    return sum && kp_streq(sum, said);
}

/* ---- making it ---- */

/* Drops what was not used for longest: half, when there is too much. */
static void trim(struct kp_arena *a, const char *folder)
{
    struct kp_cached_list all = kp_list_cached(a, folder);

    for (size_t i = 0; i < all.n / 2 && all.n > MOST_FILES; i++)
        if (!all.v[i].is_folder)
            unlink(all.v[i].path);
}

static bool save(struct kp_arena *a, CXTranslationUnit tu, const struct kept *k)
{
    char temp[PATH_MAX]; /* libclang has temporary files of its own there */
    const char *tree, *sum, *value;
    bool ok;

    if (kp_guard_folder(k->folder, temp_prefix, temp, sizeof temp) < 0)
        return false;
    tree = kp_sprintf(a, "%s/tree", temp);
    sum = kp_sprintf(a, "%s/sum", temp);
    ok = clang_saveTranslationUnit(tu, tree, clang_defaultSaveOptions(tu)) == CXSaveError_None &&
         (value = sum_of(a, tree)) && kp_write_private(sum, value, strlen(value)) &&
         !rename(sum, k->sum) && !rename(tree, k->tree);

    kp_remove_folder(temp);
    kp_guard_drop(temp);
    return ok;
}

struct making {
    struct kp_arena *a;
    CXIndex index;
    const struct kp_args *args;
    struct CXUnsavedFile *prelude;
    const struct kept *k;
};

static bool make(void *data)
{
    struct making *m = data;
    struct kp_arena *a = m->a;
    struct kp_args own = {0};
    CXTranslationUnit tu;
    bool ok;

    for (size_t i = 0; i < m->args->n; i++)
        kp_push(a, &own, m->args->v[i]);
    kp_push(a, &own, "-Xclang");
    kp_push(a, &own, "-fno-pch-timestamp"); /* the prelude's file is in no file system */
    if (clang_parseTranslationUnit2(m->index, KP_PRELUDE_PATH, own.v, (int)own.n, m->prelude, 1,
                                    CXTranslationUnit_DetailedPreprocessingRecord |
                                        CXTranslationUnit_ForSerialization |
                                        CXTranslationUnit_Incomplete,
                                    &tu) != CXError_Success)
        return false;
    ok = clang_getNumDiagnostics(tu) == 0 && save(a, tu, m->k);
    clang_disposeTranslationUnit(tu);
    return ok;
}

bool kp_make_apart(bool (*make_it)(void *), void *data)
{
    static const struct timespec step = {0, 20000000};
    pid_t pid = kp_guard_fork(false), ended = 0;
    int64_t used = -1, now;
    int status = -1, asleep = 0;

    if (!pid)
        _exit(!make_it(data));
    /* in steps, so that who waits for this process sees that it does */
    while (pid > 0 && (ended = waitpid(pid, &status, WNOHANG)) != pid &&
           (!ended || errno == EINTR)) {
        nanosleep(&step, NULL);
        now = kp_used_by(pid);
        asleep = now > used ? 0 : asleep + 1;
        used = now;
        if (asleep == MOST_ASLEEP)
            kill(pid, SIGKILL);
    }
    if (pid > 0)
        kp_guard_reaped(pid);
    return status == 0;
}

const char *kp_prelude_parsed(struct kp_arena *a, CXIndex index, const struct kp_args *args,
                              struct CXUnsavedFile *prelude)
{
    struct kept k;
    struct making m = {a, index, args, prelude, &k};

    if (!find(a, args, prelude->Contents, &k))
        return NULL;
    if (is_whole(a, &k)) {
        utimensat(AT_FDCWD, k.tree, NULL, 0); /* used just now: the last to be dropped */
        utimensat(AT_FDCWD, k.sum, NULL, 0);
        return k.tree;
    }
    if (!kp_make_apart(make, &m)) {
        kp_guard_sweep(k.folder, temp_prefix);
        return NULL;
    }
    trim(a, kp_sprintf(a, "%s/prelude", kp_cache_folder(a)));
    return k.tree;
}
