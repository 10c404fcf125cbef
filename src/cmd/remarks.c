/* What a user may have meant otherwise. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/cmd.h"
#include "front/lex.h"
#include "report/utf8.h"

/* ---- --kernel ---------------------------------------------------------------------------------
 */

struct functions {
    KP_VEC(const char *) list;
};

static const char *function_name(size_t i, const void *context)
{
    return ((const struct functions *)context)->list.v[i];
}

bool kp_knows_kernel(const struct kp_settings *s, const struct kp_unit *u)
{
    const char *name = s->options.kernel, *near;
    struct functions all = {0};
    bool found = !name;

    for (size_t i = 0; i < u->parse.syms.n && !found; i++) {
        const struct kp_sym *f = u->parse.syms.v[i];

        if (!f || f->kind != KP_SYM_FUNCTION || f->from_prelude || !f->decl ||
            !(f->is_kernel || f->is_device))
            continue;
        found = kp_streq(f->name, name);
        kp_push(u->arena, &all.list, f->name);
    }
    if (found && s->kernel_known)
        *s->kernel_known = true;
    if (found || s->kernel_known)
        return true;
    near = kp_nearest(name, all.list.n, function_name, &all);
    if (near)
        kp_complain("--kernel: %s has no '%s'; did you mean '%s'?",
                    kp_printable(s->arena, u->source.path), name, near);
    else
        kp_complain("--kernel: %s has no '%s'", kp_printable(s->arena, u->source.path), name);
    return false;
}

/* ---- -o ---------------------------------------------------------------------------------------
 */

/* True if the folder of the other file has a file of that name. */
static bool is_beside(struct kp_arena *a, const char *file, const char *name)
{
    return access(kp_sprintf(a, "%s/%s", kp_folder_of(a, file), name), F_OK) == 0;
}

void kp_warn_includes(const struct kp_settings *s, const struct kp_file *from, const char *to)
{
    struct kp_arena *a = s->arena;
    struct kp_token t = kp_lex(from->text, from->bom, from->size);

    for (; t.kind != KP_TOKEN_END; t = kp_lex(from->text, t.end, from->size)) {
        struct kp_token word, name;
        const char *header;

        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(from->text, t);
        name = kp_lex(from->text, word.end, t.end);
        if (!kp_token_is(from->text, word, "include") || name.kind != KP_TOKEN_STRING ||
            name.end - name.begin < 3)
            continue;
        header = kp_strndup(a, from->text + name.begin + 1, name.end - name.begin - 2);
        if (*header == '/' || !is_beside(a, from->path, header) || is_beside(a, to, header))
            continue;
        fprintf(stderr,
                "kpipe: warning: %s includes \"%s\", which is in the folder of %s: compile it with "
                "-I %s\n",
                kp_printable(a, to), kp_printable(a, header), kp_printable(a, from->path),
                kp_printable(a, kp_folder_of(a, from->path)));
        return;
    }
}
