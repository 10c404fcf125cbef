/* The IR of a unit's functions, built when somebody asks. */
#include "fn/fn.h"

#include <assert.h>

static bool has_body(const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_FUNCTION && s->decl && s->decl->kind == KP_FUNCTION &&
           s->decl->last && s->decl->last->kind == KP_COMPOUND;
}

bool kp_pass_fn(struct kp_unit *u)
{
    u->fns = kp_new_array(u->arena, struct kp_fn *, u->parse.syms.n + 1);
    return true;
}

const struct kp_fn *kp_fn_of(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_fn **fn;

    if (!has_body(function) || function->is_template || !u->fns)
        return NULL;
    fn = &u->fns[function->id];
    if (!*fn) {
        *fn = kp_fn_build(u, function->decl);
        assert(!kp_fn_check(*fn));
    }
    return *fn;
}

void kp_dump_fn(FILE *f, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];
        struct kp_str out = kp_str_new(u->arena);
        const struct kp_fn *fn;
        const char *wrong;

        if (!has_body(s) || !s->is_kernel || s->is_template)
            continue;
        fn = kp_fn_build(u, s->decl);
        kp_fn_print(fn, &out);
        wrong = kp_fn_check(fn);
        fprintf(f, "%s%s%s\n", kp_str_text(&out), wrong ? "NOT SOUND: " : "", wrong ? wrong : "");
    }
}
