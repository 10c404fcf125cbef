/* The table of flags. */
#ifndef KP_CMD_FLAG_H
#define KP_CMD_FLAG_H

#include <stddef.h>

#include "cmd/flags.h"

/* Commands that rewrite the loops of a file, or report how they would be rewritten. */
enum { KP_CMD_FILES = KP_CMD_REWRITE | KP_CMD_CHECK | KP_CMD_TUNE };
/* Commands that run a kernel on the CPU. */
enum { KP_CMD_PROOF = KP_CMD_VERIFY | KP_CMD_RACECHECK };
/* Commands that read a source with the flags of its build. */
enum {
    KP_CMD_SOURCES = KP_CMD_FILES | KP_CMD_LINT | KP_CMD_SASS | KP_CMD_INIT | KP_CMD_ANALYZE |
                     KP_CMD_CONFIG | KP_CMD_LOCK | KP_CMD_PROOF | KP_CMD_UNDO | KP_CMD_LSP |
                     KP_CMD_BENCH
};

/* How a flag's value is stored. */
enum kp_flag_kind {
    KP_FLAG_YES,    /* no value: sets a bool */
    KP_FLAG_TEXT,   /* a const char * */
    KP_FLAG_FILE,   /* the same, not empty */
    KP_FLAG_LIST,   /* appended to a struct kp_texts */
    KP_FLAG_IS,     /* no value: sets an enum to `low` */
    KP_FLAG_NUMBER, /* an int or unsigned, from `low` to `high` */
    KP_FLAG_REAL,   /* a double, above 0 */
    KP_FLAG_ONE_OF, /* an enum: the first of `values` stands for `low`, the next for `low` + 1 .. */
    KP_FLAG_CODES,  /* a const char *: a list in which each entry means a code */
    KP_FLAG_COMPILER, /* goes to the compiler as it is */
    KP_FLAG_SET       /* a function checks and stores it */
};

struct kp_flag {
    const char *name;     /* NULL: short only */
    char letter;          /* 0: long only */
    const char *argument; /* its name in --help; "[=N]": it is optional */
    unsigned commands;
    const char *help;
    enum kp_flag_kind kind;
    size_t at; /* offset of the member in struct kp_settings */
    /* for KP_FLAG_SET; false after an error message */
    bool (*set)(struct kp_settings *s, const struct kp_flag *f, const char *value);
    const char *values; /* all possible values, separated by blanks; NULL: not a fixed list */
    int low, high;
};

/* In the order of --help. */
extern const struct kp_flag kp_flags[];
extern const size_t kp_n_flags;

/* Stores the flag's value; false after an error message. */
bool kp_flag_store(struct kp_settings *s, const struct kp_flag *f, const char *value);

/* ---- functions of KP_FLAG_SET -------------------------------------------------------------- */

bool kp_set_color(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_landing(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_processes(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_rounds(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_sizes(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_smem_of(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_smem(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_verbose(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_arch(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_merge(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_worth(struct kp_settings *s, const struct kp_flag *f, const char *value);
bool kp_set_no_alias(struct kp_settings *s, const struct kp_flag *f, const char *value);

#endif
