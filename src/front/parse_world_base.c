/* Objects that are taken for one of their base. */
#include "front/parse_world.h"

static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    (void)c;
    *(bool *)data = true;
    return CXVisit_Break;
}

static bool is_const_object(CXType type)
{
    CXType t = clang_getCanonicalType(type);

    return t.kind == CXType_Record && clang_isConstQualifiedType(t);
}

/* True if there is nothing in the object but its base. */
static bool is_all_base(struct kp_builder *b, CXType type, CXType base)
{
    CXType t = kp_without_pointers(type), next;
    bool has_fields = false;

    clang_Type_visitFields(t, visit_field, &has_fields);
    return !has_fields && kp_base_type(b, t, &next) && !kp_converts_to_base(next, base) &&
           clang_Type_getSizeOf(t) == clang_Type_getSizeOf(next);
}

void kp_look_at_conversion(struct kp_look *l, CXCursor c, CXCursor operand)
{
    CXType from = clang_getCursorType(operand), to = clang_getCursorType(c);
    if (!kp_converts_to_base(from, to))
        return;
    kp_look_at_type(l, operand, from);
    if (!is_all_base(l->b, from, to) &&
        !is_const_object(to)) /* a store would be to a part of it, an index count other elements */
        kp_unknown(l, c, "an object taken for its base");
}

void kp_look_at_object(struct kp_look *l, CXCursor operand)
{
    CXCursor inner = kp_strip(l->b, operand);

    kp_look_at_type(l, operand, clang_getCursorType(operand));
    if (!clang_Cursor_isNull(kp_this_as_base(l->b, operand)))
        inner = kp_this_as_base(l->b, operand);
    if (kp_converts_to_base(clang_getCursorType(inner), clang_getCursorType(operand))) {
        kp_look_at_type(l, operand, clang_getCursorType(inner));
        kp_look_at(l, inner);
    } else {
        kp_look_at(l, operand);
    }
}

bool kp_is_cut_to_base(struct kp_builder *b, CXCursor call, CXCursor record)
{
    struct kp_cursors kids = kp_cursors_in(b, call);
    CXType type = clang_getCursorType(record);

    for (size_t i = 0; i < kids.n; i++) {
        CXType from = clang_getCursorType(kp_strip(b, kids.v[i])),
               to = clang_getCursorType(kids.v[i]);

        if (kp_is_expression(kids.v[i]) && kp_converts_to_base(from, to) &&
            !kp_converts_to_base(to, type))
            return true;
    }
    return false;
}
