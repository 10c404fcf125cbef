#include "build/flags.h"
#include "build/tool.h"
#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "front/place.h"
#include "front/tree.h"
#include "report/utf8.h"

static void say_left_out(struct kp_settings *s, const struct kp_flag_lines *lines)
{
    struct kp_flags flags;

    kp_flags_read(s->arena, lines, &flags);
    for (size_t i = 0; i < flags.refused.n; i++)
        fprintf(stderr,
                "kpipe: note: nvcc is run without %s: files of a project may not choose a program "
                "or an output file; after -- it is accepted\n",
                kp_printable(s->arena, flags.refused.v[i]));
    for (size_t i = 0; i < flags.unknown.n; i++)
        fprintf(stderr, "kpipe: note: nvcc is run without '%s'\n",
                kp_printable(s->arena, flags.unknown.v[i]));
}

const char *kp_toolkit_via(struct kp_settings *s, const char *path, struct kp_nvcc *to)
{
    const struct kp_includers *in = kp_includers_of(s, path);
    struct kp_options *o;
    struct kp_unit *u;

    if (!in)
        return NULL;
    o = kp_new(s->arena, struct kp_options);
    *o = s->options;
    o->includers = in;
    if (!o->arch)
        o->arch = KP_DEFAULT_ARCH;
    u = kp_unit_new(o, NULL);
    kp_arena_adopt(s->arena, u->arena);
    if (!kp_pipeline(u, path, KP_PASS_PARSE))
        return u->error;
    to->via = kp_via_of(s->arena, u);
    if (to->via)
        to->flags = u->options->view->flags;
    return NULL;
}

const char *kp_toolkit_find(struct kp_settings *s, const char *path, struct kp_nvcc *to)
{
    const char *error = NULL;

    const struct kp_origin *o = kp_origin_of(s, path, &error);

    if (!o)
        return error;
    *to = (struct kp_nvcc){.program = s->nvcc, .arch = s->options.arch, .flags = &o->lines};
    if (!to->program && !(to->program = kp_find_tool(s->arena, "nvcc")))
        return "nvcc is needed to build, and none was found in CUDA_HOME, PATH or /usr/local/cuda; "
               "install the CUDA toolkit, or name it with --nvcc";
    error = kp_toolkit_via(s, path, to);
    say_left_out(s, to->flags);
    return error;
}

bool kp_toolkit(struct kp_settings *s, const char *path, struct kp_nvcc *to)
{
    const char *error = kp_toolkit_find(s, path, to);

    if (error)
        kp_complain("%s", error);
    return !error;
}
