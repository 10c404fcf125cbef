#define _GNU_SOURCE
#include "front/args.h"
#include "front/parse.h"

#include <clang-c/CXCompilationDatabase.h>
#include <stdlib.h>

static const char **arguments_of(struct kp_arena *a, CXCompileCommand c, const char **folder)
{
    unsigned n = clang_CompileCommand_getNumArgs(c);
    const char **args = kp_new_array(a, const char *, n + 1);
    CXString s = clang_CompileCommand_getDirectory(c);

    *folder = kp_strdup(a, clang_getCString(s));
    clang_disposeString(s);
    for (unsigned i = 1; i < n; i++) { /* the first is the compiler */
        s = clang_CompileCommand_getArg(c, i);
        args[i - 1] = kp_strdup(a, clang_getCString(s));
        clang_disposeString(s);
    }
    return args;
}

const char **kp_compile_command(struct kp_arena *a, const char *dir, const char *path,
                                const char **folder, const char **error)
{
    CXCompilationDatabase_Error status;
    CXCompilationDatabase db = clang_CompilationDatabase_fromDirectory(dir, &status);
    char *full = realpath(path, NULL);
    CXCompileCommands all = NULL;
    const char **args = NULL;

    if (status != CXCompilationDatabase_NoError) {
        free(full);
        *error = kp_sprintf(a, "%s: has no compile_commands.json that can be read", dir);
        return NULL;
    }
    all = clang_CompilationDatabase_getCompileCommands(db, full ? full : path);
    if (all && clang_CompileCommands_getSize(all))
        args = arguments_of(a, clang_CompileCommands_getCommand(all, 0), folder);
    else
        *error = kp_sprintf(a, "%s/compile_commands.json has no entry for %s", dir, path);
    if (all)
        clang_CompileCommands_dispose(all);
    clang_CompilationDatabase_dispose(db);
    free(full);
    return args;
}
