/* Constants whose names have no node in the tree: in macros, attributes and arguments of templates;
 * and the instances of a template that something was decided by. */
#include "emit/constants.h"
#include "model/builds.h"
#include "model/func.h"
#include "model/named.h"

/* True if the program defines the macro there alone. */
static bool is_only_one(const struct kp_constants *g, const char *name, const struct kp_piece *only)
{
    size_t file;

    return kp_only_macro(g->u, name, &file) == only;
}

/* `#define REAL float` */
static void add_type(struct kp_constants *g, const char *name, const char *s, struct kp_span body)
{
    const char *type =
        kp_one_line(g->u, kp_strndup(g->u->arena, s + body.begin, body.end - body.begin));

    if (!kp_is_type_text(g->u, s, body) || !kp_is_one_value(g, name))
        return;
    type += strspn(type, " \t");
    g->u->says_same_type = true;
    kp_constant_add(g, (struct kp_constant){
                           .text = name,
                           .said = kp_sprintf(g->u->arena, "::std::is_same<%s, %s%s>::value", name,
                                              kp_is_named_in_function(g, type) ? "::" : "", type),
                           .at = KP_BEHIND_ALL});
}

/* True if the definition is the one in front of the loop. */
static bool is_in_front(const struct kp_constants *g, const char *name, const struct kp_named *m)
{
    return is_only_one(g, name, m->piece) &&
           (m->file || (m->piece->span.begin < g->l->function->decl->span.begin &&
                        !kp_is_skipped(g->u, m->piece->span)));
}

/* Macros of files and of the command line that are types. */
static void gather_types(struct kp_constants *g)
{
    const struct kp_closed_names *names = kp_names_of(g->u, g->l->function, KP_NAMED_ALL);
    struct kp_texts said = {0};

    for (size_t i = 0; i < names->pieces.n; i++) {
        const struct kp_named *m = &names->pieces.v[i];
        const char *name;

        if (!m->piece->is_macro || m->piece->is_function_like)
            continue;
        name = kp_strndup(g->u->arena, m->text + m->name.begin, m->name.end - m->name.begin);
        if (is_in_front(g, name, m))
            add_type(g, name, m->text, m->piece->body);
    }
    kp_command_macros(g->u, &said);
    for (size_t i = 0; i < said.n; i++) {
        size_t n = strcspn(said.v[i], "=(");
        const char *body =
            kp_words_have(&names->words, said.v[i], n) ? kp_command_body(g->u, said.v[i], n) : NULL;

        if (body)
            add_type(g, kp_strndup(g->u->arena, said.v[i], n), body,
                     (struct kp_span){0, (uint32_t)strlen(body)});
    }
}

void kp_gather_macros(struct kp_constants *g)
{
    const struct kp_named_pieces *macros =
        &kp_names_of(g->u, g->l->function, KP_NAMED_MACROS)->pieces;

    for (size_t i = 0; i < macros->n; i++) {
        const struct kp_named *m = &macros->v[i];
        struct kp_constant c = {.at = KP_BEHIND_ALL};

        c.text = kp_strndup(g->u->arena, m->text + m->name.begin, m->name.end - m->name.begin);
        if (is_in_front(g, c.text, m) && kp_macro_value(m->text, m->piece, &c.value) &&
            kp_is_one_value(g, c.text))
            kp_constant_add(g, c);
    }
    gather_types(g);
}

KP_VEC_TYPE(kp_symbols, const struct kp_sym *);

/* The constants with a declaration outside of functions and classes. */
static const struct kp_symbols *outer_constants(struct kp_unit *u)
{
    if (!u->outer_constants) {
        u->outer_constants = kp_new(u->arena, struct kp_symbols);
        for (size_t i = 0; i < u->parse.syms.n; i++) {
            const struct kp_sym *s = u->parse.syms.v[i];

            if (s && s->has_value && !s->parent && s->decl && kp_is_named_constant(s))
                kp_push(u->arena, u->outer_constants, s);
        }
    }
    return u->outer_constants;
}

void kp_gather_words(struct kp_constants *g)
{
    const struct kp_words *own = &kp_names_of(g->u, g->l->function, KP_NAMED_MACROS)->own;
    const struct kp_symbols *constants = outer_constants(g->u);
    const char *name;

    for (size_t i = 0; i < constants->n; i++) {
        const struct kp_sym *s = constants->v[i];

        if (!kp_words_have(own, s->name, strlen(s->name)) || !kp_is_alone(g->u, s) ||
            !(name = kp_outer_name(g, s)) || !kp_is_one_value(g, name))
            continue;
        kp_constant_add(g,
                        (struct kp_constant){.text = name,
                                             .value = s->value,
                                             .at = KP_BEHIND_ALL,
                                             .is_enum = s->type && s->type->kind == KP_TYPE_ENUM});
    }
}

const char *kp_said_of(struct kp_unit *u, const struct kp_instance *of)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < of->args.n; i++) {
        const struct kp_tvalue *v = &of->args.v[i];
        const struct kp_sym *p = v->param;
        bool is_number = p->type && (p->type->kind == KP_TYPE_INT || p->type->kind == KP_TYPE_BOOL);

        if (!*p->name)
            continue;
        kp_str_add(&out, out.n ? " && " : "");
        if (p->kind == KP_SYM_TYPE)
            kp_str_addf(&out, "::std::is_same<%s, %s>::value", p->name, v->type->canonical);
        else if (v->function)
            kp_str_addf(&out, "%s == static_cast<decltype(%s)>(::%s)", p->name, p->name,
                        v->function->qualified);
        else
            kp_str_addf(&out, is_number ? "%s == %lld" : "static_cast<long long>(%s) == %lld",
                        p->name, (long long)v->value);
    }
    return kp_str_text(&out);
}

/* `N, M or K` */
static const char *names_of(struct kp_unit *u, const struct kp_instance *of)
{
    struct kp_str out = kp_str_new(u->arena);
    size_t last = of->args.n;

    while (last && !*of->args.v[last - 1].param->name)
        last--;
    for (size_t i = 0; i < last; i++)
        if (*of->args.v[i].param->name)
            kp_str_addf(&out, "%s%s",
                        !out.n         ? ""
                        : i + 1 < last ? ", "
                                       : " or ",
                        of->args.v[i].param->name);
    return kp_str_text(&out);
}

static void add_said(struct kp_constants *g, struct kp_texts *said, const char *text)
{
    g->u->says_same_type |= strstr(text, "::std::is_same<") != NULL;
    kp_add_text(g->u->arena, said, text);
}

/* Those that other sources have of a header's template, too, in one order for all sources. */
static void add_those_of_all(struct kp_constants *g, struct kp_texts *said)
{
    const struct kp_stated_list *all = g->u->options->said;

    for (size_t i = 0; all && i < all->n; i++)
        if (kp_streq(all->v[i].function, g->l->function->qualified))
            add_said(g, said, all->v[i].text);
}

/* A template of which something was decided by its instances is for these alone. */
void kp_gather_instances(struct kp_constants *g)
{
    struct kp_texts said = {0};
    struct kp_str all = kp_str_new(g->u->arena);
    const char *names = "";
    bool asked = kp_rests_on_instances(g->u, g->l);

    if (asked)
        add_those_of_all(g, &said);
    for (size_t i = 0; asked && i < g->u->parse.instances.n; i++) {
        const struct kp_instance *of = &g->u->parse.instances.v[i];

        if (of->pattern != g->l->function || !*names_of(g->u, of))
            continue;
        names = names_of(g->u, of);
        add_said(g, &said, kp_said_of(g->u, of));
    }
    for (size_t i = 0; i < said.n; i++)
        kp_str_addf(&all, "%s%s%s%s",
                    i            ? " || "
                    : said.n > 1 ? "("
                                 : "",
                    said.n > 1 ? "(" : "", said.v[i], said.n > 1 ? ")" : "");
    if (said.n)
        kp_constant_add(
            g, (struct kp_constant){.text = names,
                                    .said = kp_sprintf(g->u->arena, "%s%s", kp_str_text(&all),
                                                       said.n > 1 ? ")" : ""),
                                    .at = KP_BEHIND_ALL});
}
