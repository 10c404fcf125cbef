/* Loops in the body that fill a tile and go on to their next iteration early: what stands behind is
 * an else.
 *
 *     for (..) { if (c) { As[i] = 0; continue; } As[i] = A[i]; }
 *     for (..) { if (c) { As[i] = 0; } else { As[i] = A[i]; } }
 *
 * What is evaluated is the same, in the same order, and what is declared behind the `continue`
 * lives as long. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "texts/texts.h"

/* The `continue` that ends the branch; NULL: something else does. */
static const struct kp_node *continue_of(const struct kp_node *branch)
{
    const struct kp_node *last = branch->kind == KP_COMPOUND ? branch->last : branch;

    return last && last->kind == KP_CONTINUE && !branch->from_macro && !last->from_macro ? last
                                                                                         : NULL;
}

/* `if (c) { ..; continue; }` with something behind it, and neither an else nor a declaration in the
 * condition. */
static bool goes_on_early(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *condition = n->kind == KP_IF ? kp_child(n, 1) : NULL;

    return condition && n->next && !n->is_constexpr_if && !n->from_macro &&
           kp_child(n, 0)->kind == KP_NONE && kp_child(n, 3)->kind == KP_NONE &&
           kp_is_number(condition->type) && condition->kind != KP_VAR &&
           kp_owns_text(u, condition) && continue_of(kp_child(n, 2));
}

/* The text in front of what is behind; it opens a block. */
static void write_head(struct kp_unit *u, struct kp_patches *p, const struct kp_node *n)
{
    const struct kp_node *branch = kp_child(n, 2), *way = continue_of(branch);
    struct kp_span line;

    if (branch == way || branch->first == way) {
        kp_patch(u, p, n->span.begin, kp_stmt_end(u, branch),
                 kp_sprintf(u->arena, "if (!(%s)) {", kp_span_text(u, kp_child(n, 1)->span)));
        return;
    }
    line = kp_removed_with(u, (struct kp_span){way->span.begin, kp_stmt_end(u, way)});
    kp_patch(u, p, line.begin, line.end, "");
    kp_patch(u, p, branch->span.end, branch->span.end, " else {");
}

static bool stores_to_shared(struct kp_func *f, const struct kp_node *loop)
{
    kp_each_below(x, loop)
    {
        struct kp_objs objects = {0};

        if (x->kind != KP_ASSIGN)
            continue;
        kp_lvalue_objs(f, x->first, &objects);
        for (size_t i = 0; i < objects.list.n; i++)
            if (objects.list.v[i].space == KP_SPACE_SHARED)
                return true;
    }
    return false;
}

/* One level more for what stands behind the only statement that goes on early. */
static void indent_rest(struct kp_unit *u, struct kp_patches *p, const struct kp_node *only,
                        const struct kp_node *body)
{
    struct kp_span rest = {only->next->span.begin, kp_stmt_end(u, body->last)};

    if (!kp_heads_line(u, rest.begin))
        return;
    rest.begin = kp_line_begin(u, rest.begin);
    kp_patch(u, p, rest.begin, rest.end,
             kp_indented(u, kp_span_text(u, rest), kp_indent_unit(u, body)));
}

static bool join(struct kp_unit *u, const struct kp_node *loop, struct kp_patches *p)
{
    const struct kp_node *body = kp_loop_body(loop), *only = NULL;
    struct kp_str closing = kp_str_new(u->arena);
    uint32_t end;
    size_t early = 0;

    if (!body || body->kind != KP_COMPOUND || body->file || body->from_macro || !body->first ||
        kp_is_argument(u, body->span) ||
        kp_lex_has_directive(u->source.text, body->span.begin, body->span.end))
        return false;
    kp_each_child(n, body) if (goes_on_early(u, n))
    {
        write_head(u, p, only = n);
        kp_str_addf(&closing, "%s}%s", kp_indent_of(u, body->first->span.begin), kp_newline(u));
        early++;
    }
    if (!early)
        return false;
    if (early == 1)
        indent_rest(u, p, only, body);
    end = body->span.end - 1;
    end = kp_heads_line(u, end) ? kp_line_begin(u, end) : end;
    kp_patch(u, p, end, end, kp_str_text(&closing));
    return true;
}

bool kp_join_early(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    struct kp_func *f = kp_func_get(u, l->function, false);
    bool any = false;

    if (!f)
        return false;
    kp_each_below(n, kp_loop_body(l->node))
    {
        if (kp_is_loop(n) && !n->file && !n->from_macro && stores_to_shared(f, n))
            any |= join(u, n, p);
    }
    return any;
}
