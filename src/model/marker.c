/* Our own output: a loop that calls a closure kp_*, or stands beside one that does, and stands, in
 * its function, below the comment that emission puts in front of every loop it made (emit/marker.c
 * writes it). */
#include "front/front.h"
#include "front/tree.h"
#include "model/clones.h"
#include "model/loop_parts.h"

static bool calls_ours(const struct kp_node *n)
{
    if ((n->kind == KP_CALL || n->kind == KP_OPCALL) && n->first) {
        const struct kp_node *callee = n->first;

        if (callee->kind == KP_REF && callee->sym && callee->sym->kind == KP_SYM_VAR &&
            callee->sym->is_lambda && kp_starts_with(callee->sym->name, "kp_"))
            return true;
    }
    kp_each_child(c, n) if (calls_ours(c)) return true;
    return false;
}

/* The loop as the user wrote it, in the else of a test with a loop of ours (emit/versions.c). */
static bool is_beside_ours(const struct kp_node *loop)
{
    const struct kp_node *block = loop->parent, *test = block->parent;
    const struct kp_node *flag = test && test->kind == KP_IF ? kp_child(test, 1) : NULL;

    return block->kind == KP_COMPOUND && flag && kp_child(test, 3) == block &&
           flag->kind == KP_REF && flag->sym && kp_starts_with(flag->sym->name, "kp_") &&
           calls_ours(kp_child(test, 2));
}

static bool is_marker(const char *line, const char *end)
{
    static const char text[] = "// kpipe ";
    static const char *const words[] = {": pipelined", ": NOT THE KERNEL"};

    line += strspn(line, " \t");
    for (size_t i = 0; kp_starts_with(line, text) && i < sizeof words / sizeof *words; i++) {
        const char *p = strstr(line, words[i]);

        if (p && p < end)
            return true;
    }
    return false;
}

/* Names that emission gives to a function or a record in the namespace of the clones. */
static bool is_name_of_clones(const char *name, size_t length)
{
    static const char layout[] = "_shared";
    size_t n = length;

    while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return (length == sizeof KP_ROOM - 1 && kp_starts_with(name, KP_ROOM)) ||
           kp_starts_with(name, KP_PAYS) ||
           (kp_starts_with(name, "kp_") && n >= sizeof layout - 1 &&
            kp_starts_with(name + n - (sizeof layout - 1), layout));
}

const char *kp_clones_in(const struct kp_unit *u, const char *qualified)
{
    static const char space[] = KP_CLONES "::";
    const char *at = strstr(qualified, space), *name = at ? at + sizeof space - 1 : NULL;
    size_t length = name ? strcspn(name, ":<") : 0;

    if (!at || (at > qualified && at[-1] != ':'))
        return NULL;
    kp_each_named_n(s, u, name, length)
    {
        if (((s->kind == KP_SYM_FUNCTION && s->is_kernel) ||
             ((s->kind == KP_SYM_FUNCTION || s->kind == KP_SYM_RECORD) &&
              is_name_of_clones(name, length))) &&
            !strncmp(s->qualified, qualified, (size_t)(name - qualified) + length) &&
            !s->qualified[(size_t)(name - qualified) + length])
            return at;
    }
    return NULL;
}

bool kp_is_clone(const struct kp_unit *u, const struct kp_sym *function)
{
    static const char space[] = KP_CLONES "::";
    size_t n = strlen(function->qualified), name = strlen(function->name) + sizeof space - 1;

    return u->is_cloned && n >= name && kp_starts_with(function->qualified + n - name, space);
}

/* Above the function, with nothing in between but comments and the includes that a run adds. */
bool kp_has_clone(const struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_file *f = &u->source;
    uint32_t line = kp_line_of(f, function->decl->span.begin);

    while (line-- > 1) {
        const char *text = f->text + f->line_start[line - 1], *end = f->text + f->line_start[line];
        const char *as = is_marker(text, end) ? strstr(text, " as " KP_CLONES "::") : NULL;

        if (as && as < end)
            return true;
        text += strspn(text, " \t\r\n");
        if (text < end && *text != '#' && !kp_starts_with(text, "//"))
            return false;
    }
    return false;
}

bool kp_is_made_by_kpipe(const struct kp_unit *u, const struct kp_sym *function,
                         const struct kp_node *loop)
{
    const struct kp_file *f = &u->source;
    uint32_t from = kp_line_of(f, function->decl->span.begin), to = kp_line_of(f, loop->span.begin);

    if (!calls_ours(kp_loop_body(loop)) && !is_beside_ours(loop))
        return false;
    for (uint32_t line = from; line < to && line < f->n_lines; line++)
        if (is_marker(f->text + f->line_start[line - 1], f->text + f->line_start[line]))
            return true;
    return false;
}
