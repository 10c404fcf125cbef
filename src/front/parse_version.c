#define _GNU_SOURCE
#include "front/front.h"

#include <clang-c/Index.h>
#include <dlfcn.h>

const char *kp_parser_version(struct kp_arena *a)
{
    CXString s = clang_getClangVersion();
    const char *text = kp_strdup(a, clang_getCString(s));

    clang_disposeString(s);
    return text;
}

const char *kp_parser_file(struct kp_arena *a)
{
    Dl_info info;

    return dladdr((const void *)clang_getClangVersion, &info) && info.dli_fname
               ? kp_strdup(a, info.dli_fname)
               : "";
}
