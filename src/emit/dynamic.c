/* Dynamic shared memory: all of the block is there once per stage, so every launch asks for that
 * much, and where it may pass 48 KB the kernel is told first. */
#include "emit/emit.h"

enum { STATIC_LIMIT = 48 * 1024, STAGE_ALIGN = 128 };

static bool is_primary(const struct kp_node *n)
{
    return n->kind == KP_REF || n->kind == KP_INT_LIT || n->kind == KP_CALL ||
           n->kind == KP_SIZEOF || n->kind == KP_MEMBER || n->kind == KP_INDEX;
}

/* `2 * ((bytes + 127) / 128 * 128)` */
static const char *staged_size(struct kp_unit *u, const struct kp_home *h, const struct kp_node *n)
{
    const char *text = kp_span_text(u, n->span);
    bool bare = is_primary(n) || (n->kind == KP_BINARY && n->op >= KP_OP_MUL && n->op <= KP_OP_SUB);

    if (n->has_value && n->value % STAGE_ALIGN == 0)
        return kp_sprintf(u->arena, is_primary(n) ? "%d * %s" : "%d * (%s)", h->stages, text);
    return kp_sprintf(u->arena,
                      bare ? "%d * ((%s + %d) / %d * %d)" : "%d * (((%s) + %d) / %d * %d)",
                      h->stages, text, STAGE_ALIGN - 1, STAGE_ALIGN, STAGE_ALIGN);
}

static const struct kp_node *statement_of(const struct kp_node *n)
{
    while (n->parent && n->parent->kind != KP_COMPOUND && n->parent->kind != KP_IF &&
           n->parent->kind != KP_FOR && n->parent->kind != KP_WHILE && n->parent->kind != KP_DO)
        n = n->parent;
    return n;
}

static void allow_more(struct kp_unit *u, const struct kp_launch *l, const char *size)
{
    const struct kp_node *stmt = statement_of(l->node);
    const char *callee = kp_span_text(u, l->node->first->span);
    const char *text = kp_sprintf(
        u->arena, "cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %s);",
        callee, size);
    bool in_list = stmt->parent && stmt->parent->kind == KP_COMPOUND;
    uint32_t end = kp_stmt_end(u, stmt);

    if (in_list) {
        kp_edit(
            u, stmt->span.begin, stmt->span.begin,
            kp_sprintf(u->arena, "%s%s%s", text, kp_newline(u), kp_indent_of(u, stmt->span.begin)));
        return;
    }
    kp_edit(u, stmt->span.begin, stmt->span.begin, kp_sprintf(u->arena, "{ %s ", text));
    kp_edit(u, end, end, " }");
}

void kp_edit_launches(struct kp_unit *u, struct kp_home *h)
{
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        const char *size;

        if (l->kernel != h->function || !l->node || !l->smem)
            continue;
        size = staged_size(u, h, l->smem);
        kp_edit(u, l->smem->span.begin, l->smem->span.end, size);
        if (!l->smem->has_value || l->smem->value * h->stages > STATIC_LIMIT - STAGE_ALIGN)
            allow_more(u, l, size);
    }
}
