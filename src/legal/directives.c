/* Lines of the preprocessor in the loop. */
#include "front/branches.h"
#include "front/front.h"
#include "front/lex.h"
#include "legal/legal.h"
#include "model/named.h"

/* The statement of the compute phase that has the place inside of it, and moves as a whole. */
static const struct kp_stmt *whole_around(const struct kp_loop *l, uint32_t at)
{
    const struct kp_stmt *found = NULL;

    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];

        if (s->node->span.begin >= at || at >= s->node->span.end)
            continue;
        if (s->in_load)
            return NULL;
        found = s;
    }
    return found;
}

/* True if the pragma says how a loop is compiled, or what the compiler warns of or prints. Any
 * other may change what the text behind it means. */
static bool is_harmless(const char *text, struct kp_token word, uint32_t end)
{
    static const char *const words[] = {"unroll",
                                        "nounroll",
                                        "ivdep",
                                        "message",
                                        "GCC",
                                        "clang",
                                        "nv_diag_suppress",
                                        "nv_diag_default",
                                        "nv_diagnostic",
                                        "diag_suppress",
                                        "diag_default",
                                        "nv_diag_warning",
                                        "hd_warning_disable",
                                        "nv_diag_error",
                                        "nv_diag_once",
                                        "nv_exec_check_disable"};
    struct kp_token next = kp_lex(text, word.end, end);

    if (kp_token_is(text, word, "GCC") || kp_token_is(text, word, "clang"))
        return kp_token_is(text, next, "diagnostic") || kp_token_is(text, next, "loop") ||
               kp_token_is(text, next, "ivdep") || kp_token_is(text, next, "unroll");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, word, words[i]))
            return true;
    return false;
}

/* True if the pragma names a variable of the loop's body. No tree shows that, and one half of the
 * loop may have it alone. A constant stands in both. */
static bool names_variable(const struct kp_judge *j, struct kp_token line)
{
    const char *text = j->u->source.text;

    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_node *n = j->l->stmts.v[i].node;

        if (n->kind != KP_DECL_STMT)
            continue;
        kp_each_child(v, n)
        {
            if (v->kind != KP_VAR || !v->sym || v->sym->has_value)
                continue;
            for (struct kp_token t = kp_lex_directive(text, line);
                 t.end <= line.end && t.kind != KP_TOKEN_END; t = kp_lex(text, t.end, line.end))
                if (kp_token_is(text, t, v->sym->name))
                    return true;
        }
    }
    return false;
}

/* The lines that belong together: #if, #else, #endif. */
static const struct kp_branch_group *group_at(const struct kp_branch_groups *all, uint32_t at)
{
    for (size_t i = 0; i < all->list.n; i++)
        for (size_t k = 0; k < all->list.v[i].lines.n; k++)
            if (all->list.v[i].lines.v[k].begin == at)
                return &all->list.v[i];
    return NULL;
}

/* True if all that the line does is known, and done where the text stands that moves with it. A
 * group of branches moves with the statement that has all of it; a pragma belongs to the loop
 * behind it, and what prints a message to nothing. */
static bool is_represented(const struct kp_judge *j, struct kp_token line)
{
    const char *text = j->u->source.text;
    struct kp_token word = kp_lex_directive(text, line), next = kp_lex(text, word.end, line.end);
    const struct kp_stmt *around = whole_around(j->l, line.begin);
    const struct kp_branch_group *group;

    if (kp_token_is(text, word, "pragma")) {
        if (line.begin < j->l->node->span.begin) /* the loop's own */
            return true;
        if (names_variable(j, line))
            return false;
        return around ? is_harmless(text, next, line.end)
                      : (kp_token_is(text, next, "unroll") || kp_token_is(text, next, "message")) &&
                            line.begin > kp_loop_body(j->l->node)->span.begin;
    }
    group = around ? group_at(kp_branch_groups_of(j->u), line.begin) : NULL;
    return group && group->lines.v[0].begin > around->node->span.begin &&
           group->lines.v[group->lines.n - 1].end < around->node->span.end;
}

/* True if there is a line in the program that has a _Pragma change what a name means. */
static bool has_macro_pragma(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.files.n; i++) {
        const char *all = kp_place_file(u, i)->text;

        if (all && (strstr(all, "push_macro") || strstr(all, "pop_macro")))
            return true;
    }
    return false;
}

/* .. and one in the loop, or in a macro that the function names? */
static bool names_pragma(const struct kp_judge *j, struct kp_span loop)
{
    const struct kp_named_pieces *macros = &kp_names_of(j->u, j->f->sym, KP_NAMED_MACROS)->pieces;

    if (kp_lex_has(j->u->source.text, loop.begin, loop.end, "_Pragma"))
        return true;
    for (size_t i = 0; i < macros->n; i++) {
        struct kp_span body = macros->v[i].piece->body;

        if (kp_lex_has(macros->v[i].text, body.begin, body.end, "_Pragma"))
            return true;
    }
    return false;
}

static bool is_condition(const char *text, struct kp_token word)
{
    static const char *const words[] = {"if",      "ifdef",    "ifndef", "elif",
                                        "elifdef", "elifndef", "else",   "endif"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, word, words[i]))
            return true;
    return false;
}

/* Lines of the preprocessor from the loop's first token to its last: text changes sides with them,
 * or would leave half of them behind. */
void kp_legal_whole_directives(struct kp_judge *j)
{
    const char *text = j->u->source.text;
    struct kp_span loop = {j->l->node->span.begin, kp_stmt_end(j->u, j->l->node)};

    if (j->l->pragma.end > j->l->pragma.begin && j->l->pragma.begin < loop.begin)
        loop.begin = j->l->pragma.begin;
    for (struct kp_token t = kp_lex(text, loop.begin, loop.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, loop.end)) {
        struct kp_node here = {.kind = KP_NONE, .span = {t.begin, t.end}};
        struct kp_token word;

        if (t.kind != KP_TOKEN_DIRECTIVE || is_represented(j, t))
            continue;
        word = kp_lex_directive(text, t);
        kp_refuse(j->u, j->l, is_condition(text, word) ? KP_CODE_KP602 : KP_CODE_KP610, &here,
                  kp_strndup(j->u->arena, text + word.begin, word.end - word.begin));
        return;
    }
    if (names_pragma(j, loop) && has_macro_pragma(j->u))
        kp_refuse(j->u, j->l, KP_CODE_KP610, j->l->node, "pragma pop_macro");
}
