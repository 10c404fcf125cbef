#include "emit/launch.h"

#include "front/lex.h"

/* Is what the parser says of an argument (NULL or KP_NONE: nothing) what stands there? A node that
 * a macro makes has the place of the macro's name. */
static bool agrees(const struct kp_launch_config *c, enum kp_launch_arg arg,
                   const struct kp_node *n)
{
    bool is_given = n && n->kind != KP_NONE;

    if (!is_given || arg >= c->n)
        return !is_given && arg >= c->n;
    return !n->file && n->span.begin >= c->arg[arg].begin && n->span.end <= c->arg[arg].end;
}

/* Adds the argument that begins with token `t`; returns the token behind it. */
static struct kp_token add_argument(const char *s, struct kp_token t, uint32_t end,
                                    struct kp_launch_config *out)
{
    struct kp_span arg = {t.begin, t.begin};

    while (t.kind != KP_TOKEN_END && !kp_token_is(s, t, ",") && !kp_lex_launch(s, t, '>', end)) {
        bool opens = strchr("([{", s[t.begin]) != NULL;

        arg.end = opens ? kp_lex_close(s, t.begin, end) + 1 : t.end;
        t = kp_lex_code(s, arg.end, end);
    }
    out->arg[out->n++] = arg;
    return t;
}

bool kp_read_launch(const struct kp_unit *u, const struct kp_launch *l,
                    struct kp_launch_config *out)
{
    const char *s = u->source.text;
    uint32_t end = l->node ? l->node->span.end : 0, opened;
    struct kp_token t;

    *out = (struct kp_launch_config){0};
    if (!l->node || l->node->file || l->node->from_macro || !l->node->first ||
        kp_lex_has_directive(s, l->node->span.begin, end))
        return false;
    t = kp_lex_code(s, l->node->first->span.end, end);
    opened = kp_lex_launch(s, t, '<', end);
    if (!opened)
        return false;
    t.end = opened;
    do
        t = add_argument(s, kp_lex_code(s, t.end, end), end, out);
    while (kp_token_is(s, t, ",") && out->n < 4);
    return kp_lex_launch(s, t, '>', end) && agrees(out, KP_LAUNCH_GRID, l->grid) &&
           agrees(out, KP_LAUNCH_BLOCK, l->block) && agrees(out, KP_LAUNCH_SMEM, l->smem);
}
