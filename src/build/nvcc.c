#define _GNU_SOURCE
#include "build/nvcc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/str.h"
#include "util/subprocess.h"

static char *read_ptx(struct kp_arena *a, const char *path, size_t *size, const char **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = fd >= 0 ? kp_read_all(a, fd, size) : NULL;

    if (!text)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return text;
}

char *kp_nvcc_ptx(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                  const char *source, size_t *size, const char **error)
{
    const char *include = kp_sprintf(a, "-I%s", kp_folder_of(a, source));
    const char *argv[] = {
        nvcc->program ? nvcc->program : "nvcc",
        "-ptx",
        "-lineinfo",
        "-std=c++17",
        "-arch",
        nvcc->arch ? nvcc->arch : "sm_86",
        include,
        "-o",
        "out.ptx",
        "in.cu",
        NULL,
    };

    *error = NULL;
    if (kp_ends_with(source, ".ptx"))
        return read_ptx(a, source, size, error);
    *error = kp_copy_file(a, source, kp_sprintf(a, "%s/in.cu", temp));
    if (!*error)
        *error = kp_tool_run(a, temp, argv, 120);
    return *error ? NULL : read_ptx(a, kp_sprintf(a, "%s/out.ptx", temp), size, error);
}
