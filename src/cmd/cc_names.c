/* Which macros the compiler of a command line has: only it knows what its headers define. */
#define _GNU_SOURCE
#include <string.h>

#include "cc/run.h"
#include "cmd/cc.h"
#include "front/command.h"
#include "front/pieces.h"

/* What makes something else of the input than its text, or writes other files. */
static bool is_left_out(const struct kp_said *s)
{
    switch (s->kind) {
    case KP_SAID_INPUT:
    case KP_SAID_MODE:
    case KP_SAID_OUTPUT:
    case KP_SAID_OUTPUT_FOLDER:
    case KP_SAID_ARCH:
    case KP_SAID_CODE:
    case KP_SAID_GENCODE:
    case KP_SAID_DEPEND:
    case KP_SAID_DEPEND_OWN:
    case KP_SAID_DEPEND_FILE:
    case KP_SAID_DEPEND_TARGET:
        return !s->is_host;
    default:
        return false;
    }
}

/* The call that prints the input's text, for one architecture, and all macros. */
static const char *const *listing(const struct kp_cc_names *names)
{
    const struct kp_compile *c = names->compile;
    const char *arch = c->is_native || c->is_all ? NULL : kp_compile_arch(names->arena, c);
    bool *gone = kp_new_array(names->arena, bool, c->words.n + 1);
    struct kp_args to = {0};

    for (size_t i = 0; i < c->said.n; i++)
        for (size_t k = 0; is_left_out(&c->said.v[i]) && k < c->said.v[i].n; k++)
            gone[c->said.v[i].word + k] = true;
    for (size_t i = 0; i <= c->wrappers.n; i++)
        kp_push(names->arena, &to, names->argv[i]);
    for (size_t i = 0; i < c->words.n; i++)
        if (!gone[i])
            kp_push(names->arena, &to, c->words.v[i]);
    if (arch)
        kp_push(names->arena, &to, kp_sprintf(names->arena, "-arch=%s", arch));
    kp_push(names->arena, &to, "-E");
    kp_push(names->arena, &to, "-Xcompiler");
    kp_push(names->arena, &to, "-dD");
    kp_push(names->arena, &to, names->path);
    kp_push(names->arena, &to, NULL);
    return to.v;
}

static void read_listing(struct kp_cc_names *names, const char *text)
{
    static const char define[] = "#define ";
    const char *end = text + strlen(text);

    for (const char *at = text; (at = memmem(at, (size_t)(end - at), define, sizeof define - 1));) {
        at += sizeof define - 1;
        kp_words_add(names->arena, &names->defined, at,
                     strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
    }
    names->is_known = names->defined.used > 0;
}

bool kp_cc_may_define(void *of, const char *name)
{
    struct kp_cc_names *names = of;
    struct kp_cc_said said = {0};

    if (!names->is_asked && kp_cc_run(names->arena, listing(names), &said) == 0)
        read_listing(names, said.out);
    names->is_asked = true;
    return !names->is_known || kp_words_have(&names->defined, name, strlen(name));
}
