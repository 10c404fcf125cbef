/* The rows of the flags' table. */
#ifndef KP_CMD_FLAG_H
#define KP_CMD_FLAG_H

#include <stddef.h>

#include "cmd/flags.h"

/* The commands that rewrite a file's loops, or say how they would. */
enum { KP_CMD_FILES = KP_CMD_REWRITE | KP_CMD_CHECK | KP_CMD_TUNE };
/* Those that run a kernel on the CPU. */
enum { KP_CMD_PROOF = KP_CMD_VERIFY | KP_CMD_RACECHECK };
/* Those that read a source, as its build does. */
enum {
    KP_CMD_SOURCES = KP_CMD_FILES | KP_CMD_LINT | KP_CMD_SASS | KP_CMD_INIT | KP_CMD_ANALYZE |
                     KP_CMD_CONFIG | KP_CMD_LOCK | KP_CMD_PROOF | KP_CMD_UNDO | KP_CMD_LSP |
                     KP_CMD_BENCH
};

/* What becomes of a flag's value. */
enum kp_flag_kind {
    KP_FLAG_YES,  /* no value: a bool becomes true */
    KP_FLAG_TEXT, /* a const char * */
    KP_FLAG_FILE, /* the same, not empty */
    KP_FLAG_LIST, /* a struct kp_texts grows */
    KP_FLAG_SET,  /* a function looks at it */
};

struct kp_flag {
    const char *name;     /* NULL: short only */
    char letter;          /* 0: long only */
    const char *argument; /* "[=N]": it may be left out */
    unsigned commands;
    const char *help;
    enum kp_flag_kind kind;
    size_t at; /* the member of struct kp_settings */
    /* False after a complaint. */
    bool (*set)(struct kp_settings *s, const char *value);
    const char *values; /* all there are, with blanks between; NULL: too many to list */
};

/* In the order of --help. */
extern const struct kp_flag kp_flags[];
extern const size_t kp_n_flags;

/* Stores the flag's value; false after a complaint. */
bool kp_flag_store(struct kp_settings *s, const struct kp_flag *f, const char *value);

/* ---- those that look at the value ---------------------------------------------------------- */

bool kp_set_format(struct kp_settings *s, const char *value);
bool kp_set_select(struct kp_settings *s, const char *value);
bool kp_set_ignore(struct kp_settings *s, const char *value);
bool kp_set_color(struct kp_settings *s, const char *value);
bool kp_set_order(struct kp_settings *s, const char *value);
bool kp_set_landing(struct kp_settings *s, const char *value);
bool kp_set_tiles(struct kp_settings *s, const char *value);
bool kp_set_processes(struct kp_settings *s, const char *value);
bool kp_set_json(struct kp_settings *s, const char *value);
bool kp_set_rounds(struct kp_settings *s, const char *value);
bool kp_set_warm_up(struct kp_settings *s, const char *value);
bool kp_set_sizes(struct kp_settings *s, const char *value);
bool kp_set_smem_of(struct kp_settings *s, const char *value);
bool kp_set_runs(struct kp_settings *s, const char *value);
bool kp_set_threads(struct kp_settings *s, const char *value);
bool kp_set_smem(struct kp_settings *s, const char *value);
bool kp_set_time(struct kp_settings *s, const char *value);
bool kp_set_flops(struct kp_settings *s, const char *value);
bool kp_set_bytes(struct kp_settings *s, const char *value);
bool kp_set_verbose(struct kp_settings *s, const char *value);
bool kp_set_line(struct kp_settings *s, const char *value);
bool kp_set_arch(struct kp_settings *s, const char *value);
bool kp_set_variant(struct kp_settings *s, const char *value);
bool kp_set_shape(struct kp_settings *s, const char *value);
bool kp_set_merge(struct kp_settings *s, const char *value);
bool kp_set_layout(struct kp_settings *s, const char *value);
bool kp_set_min_blocks(struct kp_settings *s, const char *value);
bool kp_set_worth(struct kp_settings *s, const char *value);
bool kp_set_seconds(struct kp_settings *s, const char *value);
bool kp_set_stages(struct kp_settings *s, const char *value);
bool kp_set_no_alias(struct kp_settings *s, const char *value);
bool kp_set_no_checks(struct kp_settings *s, const char *value);
bool kp_set_no_widen(struct kp_settings *s, const char *value);
bool kp_set_copies_only(struct kp_settings *s, const char *value);
bool kp_set_alone(struct kp_settings *s, const char *value);
bool kp_set_jobs(struct kp_settings *s, const char *value);
bool kp_set_dump(struct kp_settings *s, const char *value);
bool kp_set_folder(struct kp_settings *s, const char *value);
bool kp_set_system_folder(struct kp_settings *s, const char *value);
bool kp_set_define(struct kp_settings *s, const char *value);
bool kp_set_undefine(struct kp_settings *s, const char *value);
bool kp_set_stop_after(struct kp_settings *s, const char *value);

#endif
