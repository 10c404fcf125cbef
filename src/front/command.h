/* Reads the command lines of nvcc, clang and gcc; no other code does. Nothing is run, and programs
 * that a line names are never used. */
#ifndef KP_FRONT_COMMAND_H
#define KP_FRONT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

/* The compiler whose options they are. nvcc splits lists at commas, and has short and long names.
 */
enum kp_dialect {
    KP_DIALECT_ANY, /* unknown: options of both, and commas do not separate lists */
    KP_DIALECT_NVCC,
    KP_DIALECT_HOST /* clang, gcc */
};

enum kp_language {
    KP_LANGUAGE_OTHER, /* objects, libraries, unknown files */
    KP_LANGUAGE_CUDA,
    KP_LANGUAGE_CXX,
    KP_LANGUAGE_C,
    KP_LANGUAGE_PTX
};

/* What the compiler makes of the inputs. */
enum kp_make {
    KP_MAKE_LINK, /* no mode option: compile and link */
    KP_MAKE_COMPILE,
    KP_MAKE_DEVICE_C, /* -dc: with relocatable device code */
    KP_MAKE_DEVICE_W,
    KP_MAKE_PREPROCESS,
    KP_MAKE_DEPEND,     /* -M: only the make rule */
    KP_MAKE_DEPEND_OWN, /* -MM: .. without system headers */
    KP_MAKE_PTX,
    KP_MAKE_CUBIN,
    KP_MAKE_FATBIN,
    KP_MAKE_IR,          /* -optix-ir, -ltoir, clang's -emit-llvm and -S */
    KP_MAKE_CUDA,        /* -cuda: C++ that contains the device code */
    KP_MAKE_SYNTAX,      /* no output: -fsyntax-only */
    KP_MAKE_DEVICE_LINK, /* no sources are compiled ... */
    KP_MAKE_LIBRARY,
    KP_MAKE_RUN,
    KP_MAKE_NONE /* --version and similar ones */
};

enum kp_said_kind {
    KP_SAID_INPUT,
    KP_SAID_DEFINE,
    KP_SAID_UNDEFINE,
    KP_SAID_FOLDER, /* -I */
    KP_SAID_SYSTEM, /* -isystem */
    KP_SAID_QUOTE,  /* -iquote */
    KP_SAID_AFTER,  /* -idirafter */
    KP_SAID_FORCED, /* -include */
    KP_SAID_STANDARD,
    KP_SAID_FEATURE, /* another option that changes the meaning of a source */
    KP_SAID_MODE,
    KP_SAID_LANGUAGE,
    KP_SAID_OUTPUT,
    KP_SAID_OUTPUT_FOLDER,
    KP_SAID_ARCH, /* nvcc's, of which the last one counts */
    KP_SAID_CODE,
    KP_SAID_ARCHS, /* clang's, which accumulate */
    KP_SAID_GENCODE,
    KP_SAID_DEPEND,     /* -MD: also write the make rule */
    KP_SAID_DEPEND_OWN, /* -MMD: .. without system headers */
    KP_SAID_DEPEND_FILE,
    KP_SAID_DEPEND_TARGET, /* -MT, -MQ */
    KP_SAID_HOST,          /* -Xcompiler; its contents follow */
    KP_SAID_PTXAS,
    KP_SAID_DRY,     /* --dryrun */
    KP_SAID_PROGRAM, /* chooses a program, or a library that a compiler loads */
    KP_SAID_CCBIN,   /* chooses the host compiler, whose headers are read */
    KP_SAID_KNOWN,   /* known, and without effect on a source's meaning */
    KP_SAID_UNKNOWN
};

/* One option or input of a command line; each element of a list is one. */
struct kp_said {
    enum kp_said_kind kind;
    const char *name;  /* the option's name without dashes; NULL: an input or an unknown option */
    const char *value; /* the option's value or the input's name; NULL: the option takes none */
    /* for options that device code depends on: nvcc's spelling, to be followed by the value; else
     * NULL */
    const char *nvcc;
    size_t word, n;    /* its first word and their number */
    bool is_host;      /* inside -Xcompiler */
    enum kp_make mode; /* of KP_SAID_MODE */
};

struct kp_input {
    const char *path; /* as written */
    enum kp_language language;
    size_t word;
};

/* An architecture that code is made for. */
struct kp_arch {
    unsigned compute; /* 90 for compute_90a: __CUDA_ARCH__ / 10 */
    unsigned sm;      /* that of the machine code; 0: PTX only */
    char feature;     /* 'a' for compute_90a; else 0 */
};

struct kp_compile {
    const char *folder; /* the folder for relative names; NULL: the working folder */
    enum kp_dialect dialect;
    const char *program;      /* as written; NULL: the words have none */
    struct kp_texts wrappers; /* words before the program: ccache, env, NAME=VALUE */
    struct kp_texts words; /* words after the program, response files replaced by their contents */
    KP_VEC(struct kp_said) said;
    KP_VEC(struct kp_input) inputs;
    const char *output, *output_folder; /* NULL: not given */
    enum kp_make mode;
    bool is_dry;             /* --dryrun: nothing is made */
    bool depends;            /* -MD, -MMD: a make rule is written, too */
    const char *depend_file; /* NULL: not given */
    struct kp_texts depend_targets;
    KP_VEC(struct kp_arch) archs;
    bool is_native, is_all;  /* -arch=native; -arch=all, all-major */
    struct kp_texts dropped; /* options that choose a program, as written */
    struct kp_texts unknown; /* options that are unknown */
    /* an option, as written, that changes what a source means in a way that is not read: a
     * precompiled header, a define for the device alone; or NULL */
    const char *hidden;
    /* why it cannot be read (a response file is too large or includes itself); or NULL */
    const char *error;
};

/* Reads a command line, given as NULL-terminated words. `has_program`: it begins with the
 * compiler's name, perhaps after wrappers, which determines the dialect; else it has only options.
 * `folder` is the folder for relative names. The result is in the arena. */
struct kp_compile *kp_compile_read(struct kp_arena *a, const char *const *words, bool has_program,
                                   const char *folder);

/* A source of compiler options for a file; later ones override earlier ones. */
struct kp_flag_line {
    const struct kp_compile *line;
    /* its origin: "build/compile_commands.json", ".kpipe.ini:3"; NULL: the command line, which
     * alone may choose programs */
    const char *said;
    bool is_guess; /* folders of headers that nobody named */
};

KP_VEC_TYPE(kp_flag_lines, struct kp_flag_line);

/* Splits a text into words as a POSIX shell does: blanks, quotes, backslashes. */
struct kp_texts kp_shell_words(struct kp_arena *a, const char *text);

struct kp_args {
    const char **v;
    size_t n, cap;
};

/* Appends the arguments for libclang: defines, folders of headers, the language version. */
void kp_compile_args(struct kp_arena *a, const struct kp_compile *c, struct kp_args *to);

/* The lowest architecture that code is made for, as "sm_80"; NULL when none is given. */
const char *kp_compile_arch(struct kp_arena *a, const struct kp_compile *c);

/* The path, from the working folder, of a name on the command line. */
const char *kp_compile_path(struct kp_arena *a, const struct kp_compile *c, const char *path);

enum kp_language kp_language_of(const char *path);

/* True if the value of -std is older than C++11, which the lambdas of the output need. */
bool kp_is_old_standard(const char *said);
/* .. C++11, whose lambdas have no captures with initialisers and no parameters of auto. */
bool kp_is_standard_11(const char *said);
/* .. newer than C++17. */
bool kp_is_new_standard(const char *said);

/* ---- for the reader itself (command_table.c) ---- */

enum kp_takes { KP_TAKES_NOTHING, KP_TAKES_VALUE, KP_TAKES_LIST };

struct kp_option_row {
    const char *name; /* without dashes */
    /* 'n': nvcc's, 'h': clang's and gcc's, 'b': both; 'N': nvcc's, recognised only if the compiler
     * is known to be nvcc */
    char whose;
    enum kp_takes takes;
    bool joins; /* the value may be joined to the name */
    enum kp_said_kind kind;
    const char *nvcc;
    enum kp_make mode;
};

/* The row of an option, NULL if it is unknown; *value is the value joined to it, or NULL. */
const struct kp_option_row *kp_option_find(enum kp_dialect dialect, const char *word,
                                           const char **value);

#endif
