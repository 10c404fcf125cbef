/* The commands of the program, and what they share. */
#ifndef KP_CMD_H
#define KP_CMD_H

#include "build/nvcc.h"
#include "cmd/flags.h"
#include "report/report.h"
#include "util/nearest.h"

enum kp_exit {
    KP_EXIT_DONE = 0,
    KP_EXIT_FINDINGS = 1, /* `check` found something, or --strict a refusal */
    KP_EXIT_ERROR = 2,    /* usage, parse or I/O error */
    KP_EXIT_BUG = 3       /* a self-check failed; nothing was written */
};

enum { KP_USUAL_SECONDS = 60 }; /* default limit of processor time for a file */

struct kp_command {
    const char *name;
    unsigned id; /* a bit of enum KP_CMD_.., for the table of flags */
    const char *usage, *summary;
    const char *details; /* text of --help after the summary */
    const char *examples;
    int (*run)(struct kp_settings *s);
};

extern const struct kp_command kp_command_rewrite, kp_command_check, kp_command_explain,
    kp_command_targets, kp_command_sass, kp_command_tune, kp_command_init, kp_command_doctor,
    kp_command_analyze, kp_command_lint, kp_command_config, kp_command_cc, kp_command_audit,
    kp_command_lock, kp_command_verify, kp_command_racecheck, kp_command_bench, kp_command_undo,
    kp_command_lsp;

/* Prints `kpipe: error: ...` to standard error, in colour on a terminal. Returns KP_EXIT_ERROR. */
int kp_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* True if --arch is one of the rules' targets; false after an error message. */
bool kp_knows_arch(const struct kp_settings *s, const struct kp_rules *rules);
/* The rules, extended by the calls that the project file describes. */
const struct kp_rules *kp_rules_of(const struct kp_settings *s, const struct kp_rules *rules);
/* Loads the rules that the settings name and checks --arch against them; NULL after an error
 * message. */
const struct kp_rules *kp_load_rules(struct kp_settings *s);

/* How messages on standard error are printed. */
struct kp_talk kp_talk_of(const struct kp_settings *s);

/* Sets the options' blocks to those that the cases launch. */
void kp_take_case_blocks(struct kp_settings *s);

/* Runs the passes up to `last` on a file ("-": standard input), within the settings' time limit.
 * False when unit->error was set. */
bool kp_run_passes(const struct kp_settings *s, struct kp_unit *u, const char *path,
                   enum kp_pass last);

/* The same with `text` as the file's contents; NULL: the file is read. */
bool kp_run_passes_on(const struct kp_settings *s, struct kp_unit *u, const char *path,
                      const char *text, size_t n, enum kp_pass last);
/* kp_read_back() of the output of kp_run_passes(), within the rest of its time limit. */
struct kp_unit *kp_read_back_in_time(struct kp_unit *u);

/* Limits the memory of this process, which analyses one of several files. */
void kp_limit_memory(void);

/* A progress line, shown when standard error is a terminal. Processes forked after
 * kp_progress_begin() share it. */
void kp_progress_begin(size_t files);
void kp_progress_step(void);
void kp_progress_clear(void);
/* Replaces the status line on the terminal of standard error; "" removes it. */
void kp_progress_line(const char *what);

/* Finds how all operands are compiled; processes forked later reuse it. */
void kp_find_origins(struct kp_settings *s);

/* Calls `one` for every operand. Several operands run in processes of their own, --jobs at a time,
 * so that a crash affects one file only. Returns the highest exit code. */
int kp_each_file(struct kp_settings *s, const struct kp_rules *rules,
                 int (*one)(struct kp_settings *s, const struct kp_rules *rules, const char *path));

/* Reports why the passes stopped; with --json also as JSON. Returns the exit code. */
int kp_report_failure(const struct kp_settings *s, struct kp_unit *u);

/* Finds nvcc and the flags that the settings give for this file; false after an error message. */
bool kp_toolkit(struct kp_settings *s, const char *path, struct kp_nvcc *to);
/* The same, but returns NULL or the error message. */
const char *kp_toolkit_find(struct kp_settings *s, const char *path, struct kp_nvcc *to);
/* The same for a header: nvcc compiles a source that includes it, with that source's flags. */
const char *kp_toolkit_via(struct kp_settings *s, const char *path, struct kp_nvcc *to);

/* True if output to this descriptor is coloured: as --color says, else if NO_COLOR is not set and
 * it is a terminal. */
bool kp_wants_colour(int fd);
/* Sets what --color says; `is_forced`: --color was given. */
void kp_force_colour(bool on, bool is_forced);

/* Checks that the unit has the function of --kernel. For a single file, false after an error
 * message; for several files, kp_each_file() reports when none of them has it. */
bool kp_knows_kernel(const struct kp_settings *s, const struct kp_unit *u);

/* ---- deliver.c; each returns the exit code ---- */

/* Prints the unit as JSON to standard output. */
int kp_deliver_json(const struct kp_unit *u);
/* Writes to a file, atomically, or to a device. If `path` is the file that
 * `from` (may be NULL) was read from, it is an error when its contents have changed since. */
int kp_deliver_file(struct kp_arena *a, const char *path, const struct kp_file *from,
                    const char *text, size_t n);
/* What standard output has of the unit's output beside a file: with --json JSON, with -n a diff. */
int kp_show_output(const struct kp_settings *s, const struct kp_unit *u);
/* The same, and writes the output to where -o and -i say, or to standard output, unless -n or
 * --json alone are given. */
int kp_deliver_output(const struct kp_settings *s, const struct kp_unit *u);
/* True for the names of standard output that -o takes. */
bool kp_is_stdout(const char *path);

/* Warns about quoted #includes that are found in the folder of `from` but not in that of `to`. */
void kp_warn_includes(const struct kp_settings *s, const struct kp_file *from, const char *to);

#endif
