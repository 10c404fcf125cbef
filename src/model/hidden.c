#include "model/hidden.h"

#include <ctype.h>

#include "model/loops.h"

enum { MAX_NESTED = 20 };

/* struct A : B { */
static bool has_base(const char *text)
{
    for (; *text && *text != '{' && *text != ';'; text++) {
        if (text[0] == ':' && text[1] == ':')
            text++;
        else if (*text == ':')
            return true;
    }
    return false;
}

static bool is_destructor(const struct kp_node *n)
{
    return n->kind == KP_FUNCTION && n->sym && n->sym->name[0] == '~';
}

/* A constructor that does more than take what it is given. */
static bool is_busy_constructor(const struct kp_node *record, const struct kp_node *n)
{
    return n->kind == KP_FUNCTION && n->sym && record->sym &&
           kp_streq(n->sym->name, record->sym->name) && n->last && n->last->kind == KP_COMPOUND &&
           n->last->n_children;
}

static bool hides(struct kp_unit *u, const struct kp_type *t, int depth)
{
    const struct kp_node *record;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    record = t && t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_REFERENCE && t->decl
                 ? t->decl->decl
                 : NULL;
    if (!record || record->kind != KP_RECORD || t->decl->from_prelude)
        return false;
    if (depth > MAX_NESTED || has_base(kp_node_text(u, record)))
        return true;
    kp_each_child(c, record)
    {
        if (is_destructor(c) || (depth && is_busy_constructor(record, c)))
            return true;
        if (c->kind == KP_FIELD &&
            (strchr(kp_node_text(u, c), '(') || (c->sym && hides(u, c->sym->type, depth + 1))))
            return true;
    }
    return false;
}

bool kp_has_hidden_code(struct kp_unit *u, const struct kp_type *t)
{
    return hides(u, t, 0);
}

bool kp_has_init_capture(struct kp_unit *u, const struct kp_node *lambda)
{
    const char *text = kp_node_text(u, lambda);
    const char *end = strchr(text, ']'), *at = text;

    if (*at++ != '[')
        return true;
    while (isspace((unsigned char)*at))
        at++;
    if (*at == '=') /* capture what is named */
        at++;
    for (; *at && at < end; at++)
        if (strchr("=({", *at))
            return true;
    return end == NULL;
}

bool kp_has_busy_default(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_node *decl = call->sym ? call->sym->decl : NULL, *p;

    for (unsigned i = 0; decl && (p = kp_child(decl, i)) && p->kind == KP_PARAM; i++) {
        const char *text = kp_argument(call, i) ? NULL : kp_node_text(u, p);
        const char *value = text ? strchr(text, '=') : NULL;

        if (value && (strpbrk(value + 1, "=([*+-") || strstr(value, "threadIdx")))
            return true;
    }
    return false;
}
