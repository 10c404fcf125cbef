/* Types that the parser could not resolve: it goes on with `int` in their place. */
#include "front/lex.h"
#include "front/parse.h"

bool kp_is_broken_type(CXType t)
{
    for (int i = 0; i < 16 && t.kind != CXType_Invalid; i++) {
        CXCursor d = clang_getTypeDeclaration(t);
        CXType next;

        if (!clang_isInvalid(clang_getCursorKind(d)) && clang_isInvalidDeclaration(d))
            return true;
        next = clang_getPointeeType(t);
        if (next.kind == CXType_Invalid)
            next = clang_getArrayElementType(t);
        if (next.kind == CXType_Invalid && clang_getCursorKind(d) == CXCursor_TypedefDecl)
            next = clang_getTypedefDeclUnderlyingType(d);
        t = next;
    }
    return false;
}

bool kp_is_broken(CXCursor c)
{
    return clang_isInvalidDeclaration(c) || kp_is_broken_type(clang_getCursorType(c));
}

static bool says_type(struct kp_builder *b, CXCursor decl)
{
    static const char *const words[] = {"bool", "char",  "double", "float",   "int",
                                        "long", "short", "signed", "unsigned"};
    struct kp_cursors kids = kp_cursors_in(b, decl);
    struct kp_spot all, name;
    uint32_t size;
    const char *text;

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TypeRef)
            return true;
    if (!kp_spot_of(b, clang_getCursorExtent(decl), &all) || all.file < 0 ||
        !kp_spot_of_location(b, clang_getCursorLocation(decl), &name) || name.file != all.file)
        return false;
    text = kp_text_of(b, all.file, &size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_lex_has(text, all.begin, name.begin, words[i]))
            return true;
    return false;
}

bool kp_has_broken_type(struct kp_builder *b, CXCursor decl)
{
    return kp_is_broken_type(clang_getCursorType(decl)) ||
           (clang_isInvalidDeclaration(decl) && !says_type(b, decl));
}

bool kp_names_broken_type(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TypeRef
                ? kp_is_broken(clang_getCursorReferenced(kids.v[i]))
                : kp_is_broken_type(clang_getCursorType(kids.v[i])))
            return true;
    return false;
}
