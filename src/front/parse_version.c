#include "front/front.h"

#include <clang-c/Index.h>

const char *kp_parser_version(struct kp_arena *a)
{
    CXString s = clang_getClangVersion();
    const char *text = kp_strdup(a, clang_getCString(s));

    clang_disposeString(s);
    return text;
}
