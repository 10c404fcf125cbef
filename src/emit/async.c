/* cp.async in the place of copies. */
#include "emit/emit.h"
#include "model/own_text.h"

bool kp_is_async_temp(const struct kp_emitter *e, const struct kp_node *var)
{
    for (size_t i = 0; i < e->l->copies.n; i++)
        if (e->l->copies.v[i].form == KP_COPY_TEMP && e->l->copies.v[i].temp_decl == var &&
            kp_is_async(e->l->copies.v[i].tile) && !e->l->copies.v[i].spare)
            return true;
    return false;
}

static const char *wrapped(struct kp_unit *u, const struct kp_node *n, bool wrap,
                           const struct kp_patches *p)
{
    return kp_sprintf(u->arena, wrap ? "(%s)" : "%s", kp_one_line(u, kp_render(u, n->span, p)));
}

const char *kp_address_of(struct kp_unit *u, const struct kp_node *n, const struct kp_patches *p)
{
    if (n->kind == KP_CALL && n->n_children > 1) /* __ldg(p) */
        return wrapped(u, kp_child(n, 1), kp_binds_loosely(kp_child(n, 1)), p);
    if (n->kind == KP_UNARY && n->op == KP_OP_DEREF && !n->from_macro) {
        const struct kp_node *pointer = kp_address_in(n);

        return wrapped(u, pointer, kp_binds_loosely(pointer), p);
    }
    return kp_sprintf(u->arena, "&%s", wrapped(u, n, kp_binds_loosely(n), p));
}

/* The type of an element as the user writes it; NULL: the text leaves it open, or has no name. */
static const char *element_text(struct kp_emitter *e, const struct kp_copy *copy,
                                const struct kp_node *element)
{
    const struct kp_type *t = element->type, *followed = kp_lvalue_type(element);

    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (kp_is_type_parameter(followed))
        t = followed;
    return t && !kp_is_auto(t) && (!t->is_dependent || copy->of_instances)
               ? kp_said_type(e->u, e->l->node, t)
               : NULL;
}

/* The copied type, of which the visible instances may say that both elements have its size, else
 * the number of bytes. */
static const char *size_text(struct kp_emitter *e, const struct kp_copy *copy)
{
    struct kp_unit *u = e->u;
    const char *text = element_text(e, copy, copy->dest);

    if (!text && copy->of_instances)
        text = element_text(e, copy, copy->source);
    if (!text && copy->of_instances)
        return kp_sprintf(u->arena, "sizeof(%s)", kp_span_text(u, copy->dest->span));
    if (!text)
        return kp_sprintf(u->arena, "%lld", (long long)copy->bytes);
    return kp_sprintf(u->arena, "sizeof(%s)", text + (kp_starts_with(text, "const ") ? 6 : 0));
}

static size_t columns(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += *text == '\t' ? 8 : 1;
    return n;
}

static const char *spaces(struct kp_unit *u, const char *indent, size_t n)
{
    return kp_sprintf(u->arena, "%s%*s", indent, (int)n, "");
}

/* The call, broken behind its arguments when it would be too long. `indent` is its line's. */
static const char *call_text(struct kp_emitter *e, const struct kp_copy *copy, const char *indent)
{
    static const char head[] = "__pipeline_memcpy_async(";
    const char *dest = kp_address_of(e->u, copy->dest, NULL),
               *source = kp_address_of(e->u, copy->source, NULL);
    const char *size = size_text(e, copy);
    size_t width = columns(indent) + sizeof head - 1;
    const char *next =
        kp_sprintf(e->u->arena, ",%s%s", e->nl, spaces(e->u, indent, sizeof head - 1));
    const char *blank = ", ";

    if (width + strlen(dest) + strlen(source) + strlen(size) + 6 <= KP_LINE_LENGTH)
        return kp_sprintf(e->u->arena, "%s%s, %s, %s)", head, dest, source, size);
    if (width + strlen(dest) + strlen(source) + 3 > KP_LINE_LENGTH)
        blank = width + strlen(source) + strlen(size) + 4 <= KP_LINE_LENGTH ? next : NULL;
    if (blank == next)
        return kp_sprintf(e->u->arena, "%s%s%s%s, %s)", head, dest, next, source, size);
    return kp_sprintf(e->u->arena, "%s%s%s%s%s%s)", head, dest, blank ? blank : next, source, next,
                      size);
}

/* dest = condition ? global : value  ->  if (condition) async; else dest = value; */
static void patch_select(struct kp_emitter *e, struct kp_patches *p, const struct kp_copy *copy,
                         const char *indent)
{
    struct kp_unit *u = e->u;
    const struct kp_node *cond = copy->value->first;
    const struct kp_node *other =
        kp_child(copy->value, kp_is_inside(copy->source, kp_child(copy->value, 1)) ? 2 : 1);
    const char *inner = kp_sprintf(u->arena, "%s%s", indent, e->unit);
    const char *dest = kp_span_text(u, copy->dest->span), *format;
    bool braces = copy->node->parent->kind == KP_IF;

    format = copy->select.negated ? "%sif (!(%s))%s%s%s;%s%selse%s%s%s = %s;%s"
                                  : "%sif (%s)%s%s%s;%s%selse%s%s%s = %s;%s";
    kp_patch(u, p, copy->node->span.begin, kp_stmt_end(u, copy->node),
             kp_sprintf(u->arena, format, braces ? "{ " : "", kp_span_text(u, cond->span), e->nl,
                        inner, call_text(e, copy, inner), e->nl, indent, e->nl, inner, dest,
                        wrapped(u, other, kp_binds_loosely(other), NULL), braces ? " }" : ""));
}

void kp_patch_async(struct kp_emitter *e, struct kp_patches *p)
{
    for (size_t i = 0; i < e->l->copies.n; i++) {
        const struct kp_copy *copy = &e->l->copies.v[i];
        const char *indent = kp_indent_of(e->u, copy->node->span.begin);

        if (!kp_is_async(copy->tile) || copy->form == KP_COPY_FILL || copy->form == KP_COPY_ASYNC ||
            copy->spare)
            continue;
        if (copy->form == KP_COPY_SELECT)
            patch_select(e, p, copy, indent);
        else
            kp_patch(e->u, p, copy->node->span.begin, copy->node->span.end,
                     call_text(e, copy, indent));
    }
}
