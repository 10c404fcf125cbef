/* Code that computes with the bits of shared addresses: `a ^= (a >> 7 & 7) << 4` of what cvta has
 * made. It may want more of an address than any declaration says. */
#include "legal/legal.h"

struct addresses {
    const struct kp_func *f;
    uint8_t *held; /* by symbol: a local that may hold such an address as an integer */
    bool grew;
};

enum { MAX_CALLS = 8 };

/* ---- which integers are addresses ----------------------------------------------------------- */

/* The memory behind a kernel's own parameter is no shared memory. */
static bool is_global(const struct addresses *a, const struct kp_node *n)
{
    while (n && (n->kind == KP_CAST || n->kind == KP_INDEX || n->kind == KP_BINARY ||
                 n->kind == KP_UNARY))
        n = n->first;
    return n && n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_PARAM &&
           a->f->sym->is_kernel && n->sym->parent == a->f->sym;
}

/* cvta, a cast from a pointer to an integer, or a call of a function that makes one. */
static bool makes_address(const struct addresses *a, const struct kp_node *n, int depth)
{
    const struct kp_type *from = n->kind == KP_CAST && n->first ? n->first->type : NULL;

    if (n->kind == KP_CALL && n->sym && kp_streq(n->sym->name, "__cvta_generic_to_shared"))
        return true;
    if (n->kind == KP_ASM && n->name && strstr(n->name, "cvta"))
        return true;
    if (from && n->type && n->type->kind == KP_TYPE_INT &&
        (from->kind == KP_TYPE_POINTER || from->kind == KP_TYPE_ARRAY) && !is_global(a, n->first))
        return true;
    if (n->kind == KP_CALL && n->sym && n->sym->decl && !n->sym->from_prelude &&
        depth < MAX_CALLS && makes_address(a, n->sym->decl, depth + 1))
        return true;
    if (!depth || n->kind == KP_CALL)
        return false;
    kp_each_child(c, n) if (makes_address(a, c, depth)) return true;
    return false;
}

static bool holds_address(const struct addresses *a, const struct kp_node *n)
{
    if (makes_address(a, n, 0) || (n->kind == KP_REF && n->sym && a->held[n->sym->id]))
        return true;
    kp_each_child(c, n) if (holds_address(a, c)) return true;
    return false;
}

static void hold(struct addresses *a, const struct kp_node *to)
{
    while (to && (to->kind == KP_INDEX || to->kind == KP_MEMBER))
        to = to->first;
    if (!to || !to->sym || (to->kind != KP_REF && to->kind != KP_VAR) || a->held[to->sym->id] ||
        to->sym->space != KP_SPACE_LOCAL || !to->sym->type ||
        to->sym->type->kind == KP_TYPE_POINTER || to->sym->type->kind == KP_TYPE_FLOAT)
        return;
    a->held[to->sym->id] = 1;
    a->grew = true;
}

static void find_held(struct addresses *a, const struct kp_node *n)
{
    if (n->kind == KP_VAR && n->has_init && n->last && holds_address(a, n->last))
        hold(a, n);
    if (n->kind == KP_ASSIGN && holds_address(a, kp_child(n, 1)))
        hold(a, n->first);
    for (unsigned i = 0; n->kind == KP_ASM && i < n->asm_outputs; i++)
        if (holds_address(a, n) && !strstr(n->name ? n->name : "", "ld"))
            hold(a, kp_child(n, i));
    kp_each_child(c, n) find_held(a, c);
}

/* ---- what is done with them ----------------------------------------------------------------- */

/* A sum moves an address; all else goes by its bits. */
static bool is_of_bits(const struct kp_node *n)
{
    switch (n->op) {
    case KP_OP_XOR:
    case KP_OP_AND:
    case KP_OP_OR:
    case KP_OP_SHL:
    case KP_OP_SHR:
    case KP_OP_REM:
    case KP_OP_DIV:
    case KP_OP_XOR_ASSIGN:
    case KP_OP_AND_ASSIGN:
    case KP_OP_OR_ASSIGN:
    case KP_OP_SHL_ASSIGN:
    case KP_OP_SHR_ASSIGN:
    case KP_OP_REM_ASSIGN:
    case KP_OP_DIV_ASSIGN:
    case KP_OP_NOT:
        return n->kind == KP_BINARY || n->kind == KP_ASSIGN || n->kind == KP_UNARY;
    default:
        return false;
    }
}

static bool asm_of_bits(const struct kp_node *n)
{
    static const char *const words[] = {"xor.", "and.", "or.",  "shl.", "shr.", "lop3",
                                        "bf",   "prmt", "rem.", "div.", "not."};

    for (size_t i = 0; n->kind == KP_ASM && n->name && i < sizeof words / sizeof *words; i++)
        if (strstr(n->name, words[i]))
            return true;
    return false;
}

static bool has_bits(const struct kp_node *n, int depth)
{
    if (is_of_bits(n) || asm_of_bits(n))
        return true;
    if (n->kind == KP_CALL && n->sym && n->sym->decl && !n->sym->from_prelude &&
        depth < MAX_CALLS && has_bits(n->sym->decl, depth + 1))
        return true;
    kp_each_child(c, n) if (has_bits(c, depth)) return true;
    return false;
}

/* One that is handed to a function counts where the function computes with bits at all. */
static const struct kp_node *bits_of_address(const struct addresses *a, const struct kp_node *n)
{
    const struct kp_node *found;
    bool takes = is_of_bits(n) || asm_of_bits(n) ||
                 (n->kind == KP_CALL && n->sym && n->sym->decl && !n->sym->from_prelude &&
                  has_bits(n->sym->decl, 0));

    kp_each_child(c, n) if (takes && holds_address(a, c)) return n;
    if (n->kind == KP_CALL && n->sym && n->sym->decl && makes_address(a, n, 0) && takes)
        return n;
    kp_each_child(c, n) if ((found = bits_of_address(a, c))) return found;
    return NULL;
}

const struct kp_node *kp_bits_of_shared_address(const struct kp_judge *j)
{
    struct addresses a = {.f = j->f,
                          .held = kp_new_array(j->u->arena, uint8_t, j->u->parse.syms.n + 1)};

    do {
        a.grew = false;
        find_held(&a, j->f->body);
    } while (a.grew);
    return bits_of_address(&a, j->f->body);
}
