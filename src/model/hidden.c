#include "model/hidden.h"

#include <ctype.h>

#include "front/lex.h"
#include "model/loops.h"

enum { MAX_NESTED = 20 };

bool kp_has_base(struct kp_unit *u, const struct kp_node *record)
{
    const char *text = kp_node_text(u, record);

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

static bool is_constructor(const struct kp_node *record, const struct kp_node *n)
{
    return n->kind == KP_FUNCTION && n->sym && record->sym &&
           kp_streq(n->sym->name, record->sym->name) && n->last && n->last->kind == KP_COMPOUND;
}

/* Made of the constructor's parameters and of constants, by operators that store nothing? */
static bool is_given(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        if (n->sym && n->sym->kind == KP_SYM_VAR && !n->sym->has_value)
            return false;
        break;
    case KP_UNARY:
        if (n->op == KP_OP_DEREF || n->op == KP_OP_ADDR || kp_writes_by_itself(n))
            return false;
        break;
    case KP_MEMBER:
        if (n->is_arrow)
            return false;
        break;
    case KP_BINARY:
    case KP_COND:
    case KP_CAST:
    case KP_INIT_LIST:
    case KP_INT_LIT:
    case KP_FLOAT_LIT:
    case KP_NONE:
        break;
    default:
        return false;
    }
    kp_each_child(c, n) if (!is_given(c)) return false;
    return true;
}

/* A body, or members that are made of more than what the constructor is given. */
static bool is_busy(const struct kp_node *constructor)
{
    kp_each_child(c,
                  constructor) if (c->kind == KP_ASSIGN && !is_given(kp_child(c, 1))) return true;
    return constructor->last->n_children > 0;
}

/* `name(` in the class: its constructors, but for those that the compiler writes. Those that are
 * only declared there have no node. */
static unsigned constructors_in(struct kp_unit *u, const struct kp_node *record)
{
    const char *text = kp_node_text(u, record), *name = record->sym ? record->sym->name : "";
    uint32_t end = (uint32_t)strlen(text);
    struct kp_token t = kp_lex_code(text, 0, end), open, next;
    unsigned n = 0;

    for (; t.kind != KP_TOKEN_END; t = open) {
        open = kp_lex_code(text, t.end, end);
        if (!kp_token_is(text, t, name) || !kp_token_is(text, open, "("))
            continue;
        next = kp_lex_code(text, kp_lex_close(text, open.begin, end) + 1, end);
        if (kp_token_is(text, next, "="))
            next = kp_lex_code(text, next.end, end);
        n += !kp_token_is(text, next, "default") && !kp_token_is(text, next, "delete");
    }
    return n;
}

/* A constructor that does more than take what it is given, or that nobody sees. */
static bool has_busy_constructor(struct kp_unit *u, const struct kp_node *record)
{
    unsigned seen = 0;

    kp_each_child(c, record)
    {
        if (is_constructor(record, c) && is_busy(c))
            return true;
        seen += is_constructor(record, c);
    }
    return constructors_in(u, record) != seen;
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
    if (depth > MAX_NESTED || kp_has_base(u, record) || (depth && has_busy_constructor(u, record)))
        return true;
    kp_each_child(c, record)
    {
        if (is_destructor(c))
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

bool kp_is_made_of_values(struct kp_unit *u, const struct kp_type *t)
{
    const struct kp_node *record = t && t->kind == KP_TYPE_RECORD && t->decl ? t->decl->decl : NULL;

    if (!record || record->kind != KP_RECORD || kp_has_hidden_code(u, t) ||
        constructors_in(u, record))
        return false;
    kp_each_child(c, record)
    {
        const struct kp_type *field = c->sym ? c->sym->type : NULL;

        if (c->kind != KP_FIELD)
            continue;
        while (field && field->kind == KP_TYPE_ARRAY)
            field = field->elem;
        if (strpbrk(kp_node_text(u, c), "={") ||
            (field && field->kind == KP_TYPE_RECORD && !field->decl->from_prelude &&
             !kp_is_made_of_values(u, field)))
            return false;
    }
    return true;
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

/* Would a variable of the conversion's type take it from the class? It is the only one, and not
 * explicit. */
static bool is_only_conversion(struct kp_unit *u, const struct kp_sym *conversion)
{
    const struct kp_node *f = conversion->decl, *record = f->parent;
    const char *s = f->file ? NULL : u->source.text;

    if (!s || !record || record->kind != KP_RECORD || !record->sym ||
        kp_has_hidden_code(u, record->sym->type) ||
        kp_lex_has(s, f->span.begin, f->last->span.begin, "explicit"))
        return false;
    kp_each_child(other, record) if (other != f && other->kind == KP_FUNCTION && other->sym &&
                                     kp_starts_with(other->sym->name, "operator ")) return false;
    return true;
}

bool kp_is_lost_conversion(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *object = n->kind == KP_CALL && n->sym ? kp_call_object(n) : NULL;

    return object && kp_starts_with(n->sym->name, "operator ") &&
           object->span.begin == n->span.begin && object->span.end == n->span.end &&
           !is_only_conversion(u, n->sym);
}
