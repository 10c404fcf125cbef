/* What the command line of nvcc, or of clang or gcc, says: the only reader of such lines. Nothing
 * is run, and no program that a line names is ever chosen by it. */
#ifndef KP_FRONT_COMMAND_H
#define KP_FRONT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

/* Whose options they are. nvcc takes lists apart at commas, and knows short and long names. */
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

/* What is made of the inputs. */
enum kp_make {
    KP_MAKE_LINK, /* nothing is said: compiled and linked */
    KP_MAKE_COMPILE,
    KP_MAKE_DEVICE_C, /* -dc: with relocatable device code */
    KP_MAKE_DEVICE_W,
    KP_MAKE_PREPROCESS,
    KP_MAKE_DEPEND,     /* -M: the rule for make alone */
    KP_MAKE_DEPEND_OWN, /* -MM: .. without system headers */
    KP_MAKE_PTX,
    KP_MAKE_CUBIN,
    KP_MAKE_FATBIN,
    KP_MAKE_IR,          /* -optix-ir, -ltoir, clang's -emit-llvm and -S */
    KP_MAKE_CUDA,        /* -cuda: C++ with the device code in it */
    KP_MAKE_SYNTAX,      /* nothing */
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
    KP_SAID_FEATURE, /* something else that changes what a source means */
    KP_SAID_MODE,
    KP_SAID_LANGUAGE,
    KP_SAID_OUTPUT,
    KP_SAID_OUTPUT_FOLDER,
    KP_SAID_ARCH, /* nvcc's, of which the last counts */
    KP_SAID_CODE,
    KP_SAID_ARCHS, /* clang's, which add up */
    KP_SAID_GENCODE,
    KP_SAID_DEPEND,     /* -MD: the rule, too */
    KP_SAID_DEPEND_OWN, /* -MMD: .. without system headers */
    KP_SAID_DEPEND_FILE,
    KP_SAID_DEPEND_TARGET, /* -MT, -MQ */
    KP_SAID_HOST,          /* -Xcompiler: what it holds is behind it */
    KP_SAID_PTXAS,
    KP_SAID_DRY,     /* --dryrun */
    KP_SAID_PROGRAM, /* chooses a program, or a library that a compiler loads */
    KP_SAID_KNOWN,   /* of no account for what a source means */
    KP_SAID_UNKNOWN
};

/* One thing that is said; the elements of a list come one by one. */
struct kp_said {
    enum kp_said_kind kind;
    const char *name;  /* the option's, without dashes; NULL: an input, or unknown */
    const char *value; /* NULL: the option takes none; of an input, its name */
    const char *nvcc;  /* nvcc's spelling where device code depends on it, to be followed by the
                          value; else NULL */
    size_t word, n;    /* the words that say it */
    bool is_host;      /* inside -Xcompiler */
    enum kp_make mode; /* of KP_SAID_MODE */
};

struct kp_input {
    const char *path; /* as it is written */
    enum kp_language language;
    size_t word;
};

/* An architecture that code is made for. */
struct kp_arch {
    unsigned compute; /* of compute_90a: 90; what __CUDA_ARCH__ says, without its zero */
    unsigned sm;      /* the machine code's; 0: PTX only */
    char feature;     /* of compute_90a: 'a'; 0 */
};

struct kp_compile {
    const char *folder; /* where relative names begin; NULL: here */
    enum kp_dialect dialect;
    const char *program;      /* as it is written; NULL: the words have none */
    struct kp_texts wrappers; /* in front of it: ccache, env, NAME=VALUE */
    struct kp_texts words;    /* behind it, with response files in their place */
    KP_VEC(struct kp_said) said;
    KP_VEC(struct kp_input) inputs;
    const char *output, *output_folder; /* NULL: not said */
    enum kp_make mode;
    bool is_dry;             /* nothing is made */
    bool depends;            /* a rule for make is written, too: -MD, -MMD */
    const char *depend_file; /* NULL: not said */
    struct kp_texts depend_targets;
    KP_VEC(struct kp_arch) archs;
    bool is_native, is_all;  /* -arch=native; -arch=all, all-major */
    struct kp_texts dropped; /* what chooses a program, as it is written */
    struct kp_texts unknown; /* options that are unknown */
    const char *error;       /* it cannot be read: a response file is too large or reads itself */
};

/* The words of a command line, NULL-terminated. `has_program`: the first one is a program's name,
 * or that of a wrapper with the program behind it, and says whose options they are; else they are
 * options alone. Everything is in the arena. */
struct kp_compile *kp_compile_read(struct kp_arena *a, const char *const *words, bool has_program,
                                   const char *folder);

/* One of the lines that say how a file is compiled; later ones win. */
struct kp_flag_line {
    const struct kp_compile *line;
    const char *said; /* who says so: "build/compile_commands.json", ".kpipe.ini:3"; NULL: the user,
                         now, who alone may choose programs */
};

KP_VEC_TYPE(kp_flag_lines, struct kp_flag_line);

/* The words of a text, as a POSIX shell takes them apart: blanks, quotes, backslashes. */
struct kp_texts kp_shell_words(struct kp_arena *a, const char *text);

struct kp_args {
    const char **v;
    size_t n, cap;
};

/* Appends what libclang has to be told: defines, folders of headers, the language version. */
void kp_compile_args(struct kp_arena *a, const struct kp_compile *c, struct kp_args *to);

/* The lowest architecture that code is made for, as "sm_80"; NULL when none is said. */
const char *kp_compile_arch(struct kp_arena *a, const struct kp_compile *c);

/* A name as it is found from the working folder. */
const char *kp_compile_path(struct kp_arena *a, const struct kp_compile *c, const char *path);

enum kp_language kp_language_of(const char *path);

/* Is that value of -std older than C++14, which the output's lambdas take? */
bool kp_is_old_standard(const char *said);

/* ---- for the reader itself (command_table.c) ---- */

enum kp_takes { KP_TAKES_NOTHING, KP_TAKES_VALUE, KP_TAKES_LIST };

struct kp_option_row {
    const char *name; /* without dashes */
    char whose;       /* 'n': nvcc's, 'h': clang's and gcc's, 'b': both; 'N': nvcc's, and to be
                         taken for such only where the compiler is nvcc */
    enum kp_takes takes;
    bool joins; /* the value may follow at once */
    enum kp_said_kind kind;
    const char *nvcc;
    enum kp_make mode;
};

/* The row of an option; *value is what is joined to it, NULL: nothing is. NULL: unknown. */
const struct kp_option_row *kp_option_find(enum kp_dialect dialect, const char *word,
                                           const char **value);

#endif
