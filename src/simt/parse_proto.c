/* What an indirect call says about the functions it may reach. */
#include "simt/ptx.h"

#include "util/str.h"

static struct ptx_proto *add(struct ptx_parser *p, const char *name)
{
    struct ptx_proto *t = kp_new(p->m->arena, struct ptx_proto);

    t->name = name;
    t->scope = p->scope;
    kp_push(p->m->arena, &p->f->protos, t);
    return t;
}

static void sizes(struct ptx_parser *p, struct ptx_proto *t, bool is_ret)
{
    if (!ptx_accept(p, '('))
        return;
    while (!ptx_accept(p, ')')) {
        const char *w = ptx_word(p);
        size_t size;
        if (!kp_streq(w, ".param"))
            ptx_fail(&p->x, p->x.tok.line, "unsupported parameter space %s", w);
        size = ptx_parse_var(p, SPACE_FRAME)->size;
        if (is_ret)
            kp_push(p->m->arena, &t->rets, size);
        else
            kp_push(p->m->arena, &t->params, size);
        ptx_accept(p, ',');
    }
}

void ptx_parse_prototype(struct ptx_parser *p, const char *name)
{
    struct ptx_proto *t = add(p, name);

    sizes(p, t, true);
    ptx_word(p); /* the name of the function, which is always _ */
    sizes(p, t, false);
    while (p->x.tok.kind == TOK_WORD &&
           (ptx_is_word(p, ".noreturn") || ptx_is_word(p, ".abi_preserve") ||
            ptx_is_word(p, ".abi_preserve_control"))) {
        ptx_next(&p->x);
        if (p->x.tok.kind == TOK_INT)
            ptx_next(&p->x);
    }
    ptx_expect(p, ';');
}

void ptx_parse_call_targets(struct ptx_parser *p, const char *name)
{
    struct ptx_proto *t = add(p, name);

    t->is_list = true;
    do {
        const char *f = ptx_word(p);
        kp_push(p->m->arena, &t->names, f);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}
