#include "front/front.h"

static void print_flags(FILE *f, const struct kp_node *n)
{
    const struct {
        bool set;
        const char *name;
    } flags[] = {
        {n->from_macro, "macro"},
        {n->is_constexpr_if, "constexpr"},
        {n->has_init, "init"},
        {n->is_dependent, "dependent"},
        {n->is_arrow, "arrow"},
        {n->asm_volatile, "volatile"},
        {n->asm_memory, "memory"},
        {n->sym && n->sym->from_prelude, "prelude"},
        {n->sym && n->sym->is_broken, "broken"},
    };

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].set)
            fprintf(f, " %s", flags[i].name);
}

static void print_escaped(FILE *f, const char *s)
{
    for (; *s; s++)
        if (*s == '\n')
            fputs("\\n", f);
        else if (*s == '\t')
            fputs("\\t", f);
        else
            fputc(*s, f);
}

static void print_symbol(FILE *f, const struct kp_sym *s)
{
    static const char *const spaces[] = {"", " shared", " global", " constant", " host", ""};
    const struct {
        bool set;
        const char *name;
    } flags[] = {
        {s->is_kernel, "kernel"},     {s->is_device, "device"},       {s->is_template, "template"},
        {s->is_internal, "internal"}, {s->is_extern, "extern"},       {s->is_static, "static"},
        {s->is_lambda, "lambda"},     {s->is_constexpr, "constexpr"}, {s->is_method, "method"},
    };

    if (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM)
        fputs(spaces[s->space], f);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].set)
            fprintf(f, " %s", flags[i].name);
    if (s->launch_max)
        fprintf(f, " launch_max=%u", s->launch_max);
}

static void print_node(FILE *f, const struct kp_unit *u, const struct kp_node *n, int depth)
{
    const struct kp_file *file = kp_place_file(u, n->file);

    fprintf(f, "%*s%s", 2 * depth, "", kp_kind_name(n->kind));
    if (n->op)
        fprintf(f, " '%s'", kp_op_text(n->op));
    if (n->sym)
        fprintf(f, " %s", *n->sym->qualified ? n->sym->qualified : "(unnamed)");
    else if (n->name) {
        fputs(" ~", f);
        print_escaped(f, n->name);
    }
    if (n->type)
        fprintf(f, " : %s", n->type->spelling);
    if (n->has_value)
        fprintf(f, " = %lld", (long long)n->value);
    if (n->kind != KP_NONE && n->kind != KP_TRANSLATION_UNIT)
        fprintf(f, " [%u:%u-%u:%u]", kp_line_of(file, n->span.begin),
                kp_column_of(file, n->span.begin), kp_line_of(file, n->span.end),
                kp_column_of(file, n->span.end));
    if (n->file)
        fprintf(f, " file %u", n->file);
    print_flags(f, n);
    if (n->sym && n->sym->decl == n)
        print_symbol(f, n->sym);
    fputc('\n', f);
    kp_each_child(c, n) print_node(f, u, c, depth + 1);
}

/* INSTANCE name <arguments>, and its tree. */
static void print_instance(FILE *f, const struct kp_unit *u, const struct kp_instance *k)
{
    fprintf(f, "INSTANCE %s <", k->pattern->qualified);
    for (size_t i = 0; i < k->args.n; i++) {
        const struct kp_tvalue *a = &k->args.v[i];

        fputs(i ? ", " : "", f);
        if (!a->known)
            fputc('?', f);
        else if (a->type)
            fputs(a->type->spelling, f);
        else
            fprintf(f, "%lld", (long long)a->value);
    }
    fputs(">\n", f);
    print_node(f, u, k->function, 1);
}

void kp_dump_tree(FILE *f, const struct kp_unit *u)
{
    if (u->parse.root)
        print_node(f, u, u->parse.root, 0);
    for (size_t i = 0; i < u->parse.instances.n; i++)
        print_instance(f, u, &u->parse.instances.v[i]);
}
