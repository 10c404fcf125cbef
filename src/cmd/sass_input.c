/* What `kpipe sass` looks at: machine code from a file or from nvcc. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/sass.h"
#include "util/str.h"

enum { MAX_FILE_MB = 4096 };

/* The file's bytes with a NUL behind them; NULL after a complaint. */
static char *read_whole(struct kp_arena *a, const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    char *bytes = NULL;
    size_t n = 0;

    if (fd < 0 || fstat(fd, &st)) {
        kp_complain("%s: %s", path, strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        kp_complain("%s: not a file", path);
    } else if (st.st_size > (off_t)MAX_FILE_MB << 20) {
        kp_complain("%s: larger than %d MB", path, MAX_FILE_MB);
    } else {
        bytes = kp_alloc(a, (size_t)st.st_size + 1);
        while (n < (size_t)st.st_size) {
            ssize_t got = read(fd, bytes + n, (size_t)st.st_size - n);

            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            n += (size_t)got;
        }
    }
    if (fd >= 0)
        close(fd);
    *size = n;
    return bytes;
}

static bool is_source(const char *path)
{
    static const char *const ends[] = {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".h", ".hpp", ".inl"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (kp_ends_with(path, ends[i]))
            return true;
    return false;
}

/* sm_90a -> 90; 0 when it is no such name. */
static unsigned arch_number(const char *arch)
{
    return kp_starts_with(arch, "sm_") ? (unsigned)strtoul(arch + 3, NULL, 10) : 0;
}

static const char *list_archs(struct kp_arena *a, const struct kp_sass_file *file)
{
    struct kp_str s = kp_str_new(a);

    for (size_t i = 0; i < file->images.n; i++) {
        bool seen = false;

        for (size_t o = 0; o < i; o++)
            seen |= file->images.v[o].arch == file->images.v[i].arch;
        if (!seen)
            kp_str_addf(&s, "%ssm_%u", s.n ? ", " : "", file->images.v[i].arch);
    }
    return kp_str_text(&s);
}

/* The architecture to look at: the one that was asked for, else the newest. 0 after a complaint. */
static unsigned pick_arch(const struct kp_settings *s, const char *path,
                          const struct kp_sass_file *file)
{
    unsigned wanted = s->arch_given ? arch_number(s->options.arch) : 0, newest = 0;

    for (size_t i = 0; i < file->images.n; i++) {
        if (wanted && file->images.v[i].arch == wanted)
            return wanted;
        if (file->images.v[i].arch > newest)
            newest = file->images.v[i].arch;
    }
    if (!newest && file->packed)
        kp_complain("%s: its %u cubins are compressed; unpack them with `cuobjdump -xelf all` and "
                    "name one of the files that it writes",
                    path, file->packed);
    else if (!newest)
        kp_complain("%s: it holds no machine code%s", path,
                    file->ptx ? ", only PTX: assemble it with ptxas" : "");
    else if (s->arch_given)
        kp_complain("%s: it holds no code for %s, but for %s%s", path, s->options.arch,
                    list_archs(s->arena, file),
                    file->packed ? " (others are compressed: see `cuobjdump -xelf all`)" : "");
    return s->arch_given ? 0 : newest;
}

/* All kernels of one architecture in one module. */
static bool read_images(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                        const struct kp_sass_file *file, unsigned arch, struct kp_sass_input *to)
{
    for (size_t i = 0; i < file->images.n; i++) {
        const char *error = NULL;
        struct kp_sass_module *m;

        if (file->images.v[i].arch != arch)
            continue;
        m = kp_sass_read(s->arena, opcodes, &file->images.v[i], &error);
        if (!m) {
            kp_complain("%s: %s", path, error);
            return false;
        }
        if (!to->module)
            to->module = m;
        else
            for (size_t k = 0; k < m->kernels.n; k++)
                kp_push(s->arena, &to->module->kernels, m->kernels.v[k]);
        if (m->line_error)
            to->note = m->line_error;
    }
    return true;
}

static bool take_code(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *bytes,
                      size_t size, struct kp_sass_input *to)
{
    struct kp_sass_file file;
    const char *error = NULL;
    unsigned arch;

    if (!kp_sass_find(s->arena, bytes, size, &file, &error)) {
        kp_complain("%s: %s", to->path, error);
        return false;
    }
    if (to->source)
        arch = file.images.n ? file.images.v[0].arch : 0;
    else
        arch = pick_arch(s, to->path, &file);
    if (!arch || !read_images(s, opcodes, to->path, &file, arch, to))
        return false;
    if (file.packed)
        to->note = kp_sprintf(s->arena,
                              "%u compressed cubins were left out; `cuobjdump -xelf all` "
                              "unpacks them",
                              file.packed);
    else if (!to->source && file.images.n > 1)
        to->note = kp_sprintf(s->arena, "code for sm_%u is shown; the file holds code for %s", arch,
                              list_archs(s->arena, &file));
    return true;
}

bool kp_sass_build(struct kp_settings *s, const struct kp_opcodes *opcodes, struct kp_build *v,
                   size_t n, struct kp_sass_input *to)
{
    struct kp_nvcc nvcc;

    if (!n)
        return true;
    if (!kp_toolkit(s, v[0].source.path, &nvcc))
        return false;
    kp_build_all(s->arena, &nvcc, v, n, s->jobs);
    for (size_t i = 0; i < n; i++) {
        const struct kp_nvcc_source *x = &v[i].source;

        to[i] = (struct kp_sass_input){.path = x->path, .source = x->text, .size = x->size};
        if (!v[i].cubin) {
            kp_complain("%s: %s", x->path, v[i].error);
            return false;
        }
        if (!take_code(s, opcodes, v[i].cubin, v[i].size, &to[i]))
            return false;
    }
    return true;
}

bool kp_sass_load_or_say(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                         struct kp_sass_input *to, const char **not_built)
{
    struct kp_nvcc nvcc;
    size_t size;
    char *bytes = read_whole(s->arena, path, &size);

    *not_built = NULL;
    *to = (struct kp_sass_input){.path = path};
    if (!bytes)
        return false;
    if (!is_source(path))
        return take_code(s, opcodes, bytes, size, to);
    to->source = bytes;
    to->size = size;
    *not_built = kp_toolkit_find(s, path, &nvcc);
    if (!*not_built) {
        struct kp_build x = {.source = {.path = path, .text = bytes, .size = size}};

        kp_build_all(s->arena, &nvcc, &x, 1, s->jobs);
        *not_built = x.error;
        to->usages = x.usages;
        return x.cubin ? take_code(s, opcodes, x.cubin, x.size, to) : true;
    }
    return true;
}

bool kp_sass_load(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                  struct kp_sass_input *to)
{
    size_t size;
    char *bytes = read_whole(s->arena, path, &size);

    *to = (struct kp_sass_input){.path = path};
    if (!bytes)
        return false;
    if (is_source(path)) {
        struct kp_build x = {.source = {.path = path, .text = bytes, .size = size}};

        return kp_sass_build(s, opcodes, &x, 1, to);
    }
    return take_code(s, opcodes, bytes, size, to);
}
