#include "model/names.h"

#include "front/lex.h"

struct word {
    const char *name;
    bool is_namespace; /* said to be one where it stands: `namespace N`, `N::` */
};

struct given {
    const struct kp_sym *function;
    const char *name;
};

struct kp_names {
    struct kp_unit *u;
    const struct kp_sym *function; /* the one that names are given out for */
    KP_VEC(struct word)
    file; /* every name of the program that begins like ours: of the text, and
           * what macros make */
    KP_VEC(struct given) given;
};

static void take(struct kp_names *n, const char *name, bool is_namespace)
{
    struct word w = {name, is_namespace};

    if (kp_starts_with(name, "kp_"))
        kp_push(n->u->arena, &n->file, w);
}

/* Does the text behind a word say that it is a namespace? `in_front`: that word does. */
static bool is_namespace(const char *behind, bool in_front)
{
    behind += strspn(behind, " \t\r\n");
    return in_front ? *behind != '=' : !strncmp(behind, "::", 2);
}

/* Names of a text without what joins two lines, which may stand inside of a name. */
static void take_text(struct kp_names *n, const char *text, uint32_t size)
{
    char *s = kp_strndup(n->u->arena, text, size);
    uint32_t used = 0;
    bool in_front = false; /* `namespace` */

    for (uint32_t i = 0; i < size; i++) {
        uint32_t end = i + 1;

        while (text[i] == '\\' && end < size && strchr(" \t\r", text[end]))
            end++;
        if (text[i] == '\\' && end < size && text[end] == '\n')
            i = end;
        else
            s[used++] = text[i];
    }
    s[used] = 0;
    for (uint32_t i = 0, end; i < used; i = end) {
        for (end = i; end < used && kp_is_ident_char(s[end]);)
            end++;
        if (end > i && kp_starts_with(s + i, "kp_"))
            take(n, kp_strndup(n->u->arena, s + i, end - i), is_namespace(s + end, in_front));
        if (!strchr(" \t\r\n", s[i]))
            in_front = end - i == 9 && kp_starts_with(s + i, "namespace");
        end += end == i;
    }
}

static void take_nodes(struct kp_names *n, const struct kp_node *node)
{
    if (node->name)
        take(n, node->name, false);
    kp_each_child(c, node) take_nodes(n, c);
}

struct kp_names *kp_names_new(struct kp_unit *u)
{
    struct kp_names *n = kp_new(u->arena, struct kp_names);

    n->u = u;
    take_text(n, u->source.text, u->source.size);
    for (size_t i = 1; i < u->parse.files.n; i++)
        if (u->parse.files.v[i].text)
            take_text(n, u->parse.files.v[i].text, u->parse.files.v[i].size);
    for (size_t i = 0; i < u->parse.macros.n; i++)
        take(n, u->parse.macros.v[i], false);
    for (size_t i = 0; i < u->parse.syms.n; i++)
        take(n, u->parse.syms.v[i]->name, false);
    if (u->parse.root)
        take_nodes(n, u->parse.root);
    return n;
}

void kp_names_function(struct kp_names *n, const struct kp_sym *function)
{
    n->function = function;
}

bool kp_name_is_taken(const struct kp_names *n, const char *name, bool by_namespaces)
{
    for (size_t i = 0; i < n->file.n; i++)
        if (kp_streq(n->file.v[i].name, name) && (by_namespaces || !n->file.v[i].is_namespace))
            return true;
    return false;
}

static bool in_function(const struct kp_names *n, const char *name)
{
    for (size_t i = 0; i < n->given.n; i++)
        if (n->given.v[i].function == n->function && kp_streq(n->given.v[i].name, name))
            return true;
    return false;
}

static const char *pick(struct kp_names *n, const char *wish, bool inner)
{
    const char *name = kp_strdup(n->u->arena, wish);

    for (int i = 2; kp_name_is_taken(n, name, true) || (!inner && in_function(n, name)); i++)
        name = kp_sprintf(n->u->arena, "%s%d", wish, i);
    return name;
}

const char *kp_name(struct kp_names *n, const char *wish)
{
    struct given g = {n->function, pick(n, wish, false)};

    kp_push(n->u->arena, &n->given, g);
    return g.name;
}

const char *kp_inner_name(struct kp_names *n, const char *wish)
{
    return pick(n, wish, true);
}
