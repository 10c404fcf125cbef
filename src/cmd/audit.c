/* `kpipe audit FILE...`: what of an object, library or program was rewritten. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/audit.h"
#include "cmd/cmd.h"
#include "report/utf8.h"

static void print_entries(struct kp_arena *a, const char *path, const struct kp_cc_entries *e)
{
    if (!e->n)
        printf("%s: nothing says that `kpipe cc` has rewritten any of it\n", kp_printable(a, path));
    for (size_t i = 0; i < e->n; i++)
        printf("%s: %s:%u: '%s': %s (kpipe %s, %s%s)\n", kp_printable(a, path),
               kp_printable(a, e->v[i].file), e->v[i].line, kp_printable(a, e->v[i].kernel),
               kp_printable(a, e->v[i].plan), kp_printable(a, e->v[i].version),
               kp_streq(e->v[i].proof, "-") ? "no proof" : "proof ",
               kp_streq(e->v[i].proof, "-") ? "" : kp_printable(a, e->v[i].proof));
}

static bool all_proven(const struct kp_cc_entries *e)
{
    for (size_t i = 0; i < e->n; i++)
        if (kp_streq(e->v[i].proof, "-"))
            return false;
    return true;
}

/* The file's notes; false after a complaint. */
static bool read_notes(struct kp_arena *a, const char *path, struct kp_cc_entries *to)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), reason = errno;
    struct stat st;
    char *bytes = MAP_FAILED;

    *to = (struct kp_cc_entries){0};
    if (fd >= 0 && fstat(fd, &st) == 0) {
        reason = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        if (S_ISREG(st.st_mode) && st.st_size) {
            bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
            reason = errno;
        } else if (S_ISREG(st.st_mode)) {
            reason = 0;
        }
    }
    if (fd >= 0)
        close(fd);
    if (bytes != MAP_FAILED) {
        *to = kp_cc_notes(a, bytes, (size_t)st.st_size);
        munmap(bytes, (size_t)st.st_size);
        return true;
    }
    if (reason)
        kp_complain("%s: %s", path, strerror(reason));
    return !reason;
}

static int audit(struct kp_settings *s)
{
    struct kp_cc_entries *all = kp_new_array(s->arena, struct kp_cc_entries, s->operands.n + 1);
    int result = KP_EXIT_DONE;

    if (!s->operands.n)
        return kp_complain("no file; see `kpipe audit --help`");
    for (size_t i = 0; i < s->operands.n; i++) {
        if (!read_notes(s->arena, s->operands.v[i], &all[i]))
            return KP_EXIT_ERROR;
        if (s->strict && !all_proven(&all[i]))
            result = KP_EXIT_FINDINGS;
    }
    if (s->json)
        fputs(kp_audit_json(s->arena, &s->operands, all), stdout);
    for (size_t i = 0; i < s->operands.n && !s->json; i++)
        print_entries(s->arena, s->operands.v[i], &all[i]);
    return result;
}

const struct kp_command kp_command_audit = {
    .name = "audit",
    .id = KP_CMD_AUDIT,
    .usage = "audit [options] FILE...",
    .summary = "which kernels of an object or program `kpipe cc` has rewritten",
    .details =
        "\n"
        "Objects, libraries, programs and extensions with host code carry a note of each\n"
        "rewritten loop: its kernel, place, plan, kpipe's version, and its proof. It is still\n"
        "there when they are linked and stripped. Device code alone (-cubin, -ptx, -fatbin) has\n"
        "none.\n",
    .examples = "  kpipe audit build/gemm.o\n"
                "  kpipe audit --strict libkernels.so     1 when something has no proof\n",
    .run = audit,
};
