#include "emit/emit.h"

/* auto kp_load = [&](..) __attribute__((always_inline)) { .. };
 * The attribute matters: above some hundred statements a lambda becomes a call otherwise, with its
 * captures in local memory. */
void kp_lambda(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind,
               const char *captures, const char *parameters, const char *body)
{
    kp_line(e, out, 0, "auto %s = [%s](%s) %s__attribute__((always_inline)) {", e->parts[kind].name,
            captures, parameters, strchr(captures, '=') ? "mutable " : "");
    kp_bind(e, out, 1, kind);
    kp_str_add(out, body);
    kp_line(e, out, 0, "};");
}

/* The type of a variable as it may stand before another declarator. */
const char *kp_type_of_var(struct kp_unit *u, const struct kp_node *var)
{
    const struct kp_type *t = var->type;
    const char *s;

    if (!t || t->kind == KP_TYPE_DEPENDENT || t->kind == KP_TYPE_OTHER || !t->spelling ||
        !*t->spelling || kp_starts_with(t->spelling, "auto"))
        return "auto";
    s = t->spelling + (t->kind != KP_TYPE_POINTER && kp_starts_with(t->spelling, "const ") ? 6 : 0);
    return kp_ends_with(s, "*const") ? kp_strndup(u->arena, s, strlen(s) - 5) : s;
}
