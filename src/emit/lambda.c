/* Lambdas around the parts of a loop's body, and declarations of what they take. */
#include "emit/emit.h"

/* auto kp_load = [&](..) __attribute__((always_inline)) { .. };
 * The attribute matters: above some hundred statements a lambda becomes a call otherwise, with its
 * captures in local memory. */
void kp_lambda(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind,
               const char *captures, const char *parameters, const char *body)
{
    kp_line(e, out, 0, "auto %s = [%s](%s) %s__attribute__((always_inline)) {", e->parts[kind].name,
            captures, parameters, strchr(captures, '=') ? "mutable " : "");
    kp_bind(e, out, kind);
    kp_str_add(out, body);
    kp_line(e, out, 0, "};");
}

/* `(*)` or `(*const)` in a pointer's type, where its name stands; NULL: it stands behind it. */
static const char *star_of(const struct kp_type *t, const char *spelling)
{
    const char *at = t && t->kind == KP_TYPE_POINTER ? strstr(spelling, "(*") : NULL;

    return at && (at[2] == ')' || kp_starts_with(at, "(*const)")) ? at : NULL;
}

/* `T name` without a const on the variable itself. */
static const char *declare(struct kp_unit *u, const struct kp_type *t, const char *spelling,
                           const char *name)
{
    bool pointer = t && t->kind == KP_TYPE_POINTER;
    size_t n = strlen(spelling);
    const char *around = star_of(t, spelling);

    if (around) /* float (*p)[4] */
        return kp_sprintf(u->arena, "%.*s%s%s", (int)(around + 2 - spelling), spelling, name,
                          strchr(around, ')'));
    if (!pointer && kp_starts_with(spelling, "const "))
        spelling += 6;
    else if (pointer && kp_ends_with(spelling, "*const"))
        spelling = kp_strndup(u->arena, spelling, n - 5);
    return kp_sprintf(u->arena, kp_ends_with(spelling, "*") || !*name ? "%s%s" : "%s %s", spelling,
                      name);
}

/* True for a variable in front of the loop whose class has no name to write. */
static bool has_unnamed_class(const struct kp_sym *s)
{
    const struct kp_node *statement = s->decl ? s->decl->parent : NULL;

    return s->kind == KP_SYM_VAR && s->type && s->type->kind == KP_TYPE_RECORD &&
           !s->type->is_const && !s->type->is_volatile && strstr(s->type->canonical, "(unnamed ") &&
           statement && statement->kind == KP_DECL_STMT && statement->parent &&
           statement->parent->kind == KP_COMPOUND;
}

const char *kp_declare(struct kp_unit *u, const struct kp_sym *s, const char *name)
{
    const struct kp_type *t = s->type;
    const char *text = kp_declared_type(u, s);

    if (has_unnamed_class(s) && kp_streq(name, s->name))
        return kp_sprintf(u->arena, "decltype(%s) %s", name, name);
    if (!text || t->kind == KP_TYPE_DEPENDENT || t->kind == KP_TYPE_OTHER || strstr(text, "auto") ||
        (strstr(text, "(*") && !star_of(t, text)))
        return declare(u, NULL, "auto", name);
    return declare(u, t, text, name);
}

const char *kp_declare_carry(struct kp_unit *u, const struct kp_carry *c, const char *name)
{
    return c->type_text && !strstr(c->type_text, "(unnamed ")
               ? declare(u, c->sym->type, c->type_text, name)
               : kp_declare(u, c->sym, name);
}
