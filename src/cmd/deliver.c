/* Where the output of a command goes: standard output, a file, the input, a diff, JSON. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "emit/diff.h"
#include "pipeline.h"
#include "report/utf8.h"
#include "util/replace.h"
#include "util/subprocess.h"
#include "util/system.h"

bool kp_is_stdout(const char *path)
{
    return kp_streq(path, "-") || kp_streq(path, "/dev/stdout");
}

/* A terminal, a pipe or another device takes bytes as they come; only files can be replaced. */
static int write_device(const char *path, const char *text, size_t n)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && kp_write_all(fd, text, n);
    int reason = errno;

    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    return ok ? KP_EXIT_DONE : kp_complain("%s: %s", path, strerror(reason));
}

int kp_deliver_file(struct kp_arena *a, const char *path, const struct kp_file *from,
                    const char *text, size_t n)
{
    struct kp_replacement r = {.path = path, .data = text, .size = n};
    const char *error = NULL;
    struct stat st;
    bool is_there = stat(path, &st) == 0;

    if (is_there && S_ISDIR(st.st_mode))
        return kp_complain("%s: is a directory; -o needs the name of a file", path);
    if (is_there && !S_ISREG(st.st_mode))
        return write_device(path, text, n);
    if (from && (kp_streq(path, from->path) || kp_is_same_file(path, from->path))) {
        r.was = from->text;
        r.was_size = from->size;
    }
    if (!kp_replace_file(a, &r, &error))
        return kp_complain("%s", error);
    if (is_there && st.st_nlink > 1)
        fprintf(stderr, "kpipe: note: %s had %lu names; the others keep the text as it was\n",
                kp_printable(a, path), (unsigned long)st.st_nlink);
    return KP_EXIT_DONE;
}

/* To -o FILE, the input or standard output. */
static int write_product(const struct kp_settings *s, const struct kp_unit *u)
{
    const char *input = s->operands.v[0];
    const char *target = s->in_place ? input : s->output;

    if (!target || kp_is_stdout(target)) {
        fwrite(u->output, 1, u->output_size, stdout);
        return KP_EXIT_DONE;
    }
    if (!kp_has_changed(u) && kp_is_same_file(target, input))
        return KP_EXIT_DONE; /* its time stamp stays */
    kp_warn_includes(s, &u->source, target);
    return kp_deliver_file(s->arena, target, &u->source, u->output, u->output_size);
}

static int print_diff(const struct kp_settings *s, const struct kp_unit *u)
{
    const char *error = NULL;
    const char *diff = kp_diff(s->arena, u->source.path, u->source.text, u->source.size, u->output,
                               u->output_size, kp_wants_colour(STDOUT_FILENO), &error);

    if (!diff)
        return kp_complain("%s", error);
    fputs(diff, stdout);
    return KP_EXIT_DONE;
}

int kp_deliver_json(const struct kp_unit *u)
{
    const char *error = NULL, *text = kp_report_json(u, NULL, &error);

    if (!text)
        return kp_complain("%s", error);
    fputs(text, stdout);
    return KP_EXIT_DONE;
}

int kp_show_output(const struct kp_settings *s, const struct kp_unit *u)
{
    return s->json ? kp_deliver_json(u) : s->dry_run ? print_diff(s, u) : KP_EXIT_DONE;
}

int kp_deliver_output(const struct kp_settings *s, const struct kp_unit *u)
{
    int result = kp_show_output(s, u);

    return result != KP_EXIT_DONE || s->dry_run || (s->json && !s->output && !s->in_place)
               ? result
               : write_product(s, u);
}
