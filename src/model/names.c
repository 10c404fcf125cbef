#include "model/names.h"

#include "front/lex.h"
#include "front/pieces.h"

/* What was given out for a request in the function last. */
struct given {
    const char *request;
    int number;
};

struct kp_names {
    struct kp_unit *u;
    const struct kp_sym *function; /* the one that names are given out for */
    /* Every name of the program that begins like ours: of the text, and what macros make.
     * namespaces: said to be one where it stands, `namespace N`, `N::`. */
    struct kp_words file, namespaces;
    struct kp_words given; /* "FUNCTION NAME" */
    KP_VEC(struct given) last;
};

static void take(struct kp_names *n, const char *name, bool is_namespace)
{
    if (kp_starts_with(name, "kp_"))
        kp_words_add(n->u->arena, is_namespace ? &n->namespaces : &n->file, name, strlen(name));
}

/* True if the text behind a word says that it is a namespace. `in_front`: that word does. */
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
        uint32_t n = kp_lex_splice(text, i, size);

        if (n)
            i += n - 1;
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
    kp_each_below(x, node) if (x->name) take(n, x->name, false);
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
    if (n->function != function)
        n->last.n = 0;
    n->function = function;
}

bool kp_name_is_taken(const struct kp_names *n, const char *name, bool by_namespaces)
{
    size_t length = strlen(name);

    return kp_words_have(&n->file, name, length) ||
           (by_namespaces && kp_words_have(&n->namespaces, name, length));
}

/* The first that the program does not have: the request, then those with a number, from *number on.
 */
static const char *free_name(struct kp_names *n, const char *request, int *number)
{
    const char *name = NULL;

    do {
        name = *number < 2 ? kp_strdup(n->u->arena, request)
                           : kp_sprintf(n->u->arena, "%s%d", request, *number);
        ++*number;
    } while (kp_name_is_taken(n, name, true));
    return name;
}

static struct given *last_of(struct kp_names *n, const char *request)
{
    for (size_t i = 0; i < n->last.n; i++)
        if (kp_streq(n->last.v[i].request, request))
            return &n->last.v[i];
    kp_push(n->u->arena, &n->last, ((struct given){kp_strdup(n->u->arena, request), 1}));
    return &n->last.v[n->last.n - 1];
}

const char *kp_name(struct kp_names *n, const char *request)
{
    struct given *g = last_of(n, request);
    const char *name, *key;
    size_t length;

    do {
        name = free_name(n, request, &g->number);
        key = kp_sprintf(n->u->arena, "%p %s", (const void *)n->function, name);
        length = strlen(key);
    } while (kp_words_have(&n->given, key, length));
    kp_words_add(n->u->arena, &n->given, key, length);
    return name;
}

const char *kp_inner_name(struct kp_names *n, const char *request)
{
    int number = 1;

    return free_name(n, request, &number);
}
