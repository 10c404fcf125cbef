#define _GNU_SOURCE
#include "rule/rules.h"
#include "util/embed.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static const struct {
    const char *name;
    bool (*read)(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                 const char **error);
} files[] = {
    {"calls.ini", kp_calls_read}, {"asm.ini", kp_asm_read},       {"targets.ini", kp_targets_read},
    {"gpus.ini", kp_gpus_read},   {"matrix.ini", kp_matrix_read}, {"ncu.ini", kp_ncu_read},
};
enum { N_FILES = sizeof files / sizeof *files };

/* The whole file; NULL without error when it does not exist. */
static const char *slurp(struct kp_arena *a, const char *path, const char **error)
{
    FILE *f = fopen(path, "rb");
    struct stat s;
    char *text = NULL;

    if (!f) {
        if (errno != ENOENT)
            *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (fstat(fileno(f), &s) || !S_ISREG(s.st_mode)) {
        *error = kp_sprintf(a, "%s: not a file", path);
    } else {
        size_t size = (size_t)s.st_size;

        text = kp_alloc(a, size + 1);
        if (fread(text, 1, size, f) != size || memchr(text, 0, size))
            *error = kp_sprintf(a, "%s: not a text file", path);
    }
    fclose(f);
    return *error ? NULL : text;
}

static bool load_folder(struct kp_rules *r, const char *dir, const char **error)
{
    struct stat s;

    if (stat(dir, &s) || !S_ISDIR(s.st_mode)) {
        *error = kp_sprintf(r->arena, "%s: not a folder", dir);
        return false;
    }
    for (int i = 0; i < N_FILES; i++) {
        const char *path = kp_sprintf(r->arena, "%s/%s", dir, files[i].name);
        const char *text = slurp(r->arena, path, error);

        if (*error || (text && !files[i].read(r, &r->layer[KP_LAYER_FOLDER], path, text, error)))
            return false;
    }
    return true;
}

struct kp_rules *kp_rules_load(struct kp_arena *a, const char *dir, const char **error)
{
    struct kp_rules *r = kp_new(a, struct kp_rules);

    *error = NULL;
    r->arena = a;
    for (int i = 0; i < N_FILES; i++) {
        const char *text = kp_embedded(files[i].name);

        if (!text) {
            *error = kp_sprintf(a, "%s is not built in", files[i].name);
            return NULL;
        }
        if (!files[i].read(r, &r->layer[KP_LAYER_BUILT_IN], files[i].name, text, error))
            return NULL;
    }
    if (dir && !load_folder(r, dir, error))
        return NULL;
    for (int i = 0; i < 2; i++) {
        kp_rule_list_sort(&r->layer[i].calls);
        kp_rule_list_sort(&r->layer[i].opcodes);
    }
    return r;
}
