/* The commands of the program: one file each, argument parsing and order of work only. */
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

enum { KP_USUAL_SECONDS = 60 }; /* of processor time for a file */

struct kp_command {
    const char *name;
    unsigned id; /* one bit, for the table of flags */
    const char *usage, *summary;
    const char *details; /* --help: what it does, behind the summary */
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

/* Is --arch one of the rules' targets? False after a complaint. */
bool kp_knows_arch(const struct kp_settings *s, const struct kp_rules *rules);
/* The rules and what the settings' project file says of calls. */
const struct kp_rules *kp_rules_of(const struct kp_settings *s, const struct kp_rules *rules);
/* Loads the rules that the settings name and checks --arch against them; NULL after a complaint. */
const struct kp_rules *kp_load_rules(struct kp_settings *s);

/* How messages on standard error are printed. */
struct kp_talk kp_talk_of(const struct kp_settings *s);

/* The passes on a file, or on standard input for "-", for as long as the settings say. False as
 * with kp_pipeline. */
bool kp_run_passes(const struct kp_settings *s, struct kp_unit *u, const char *path,
                   enum kp_pass last);

/* The same on this text of the file; NULL: what the disk has. */
bool kp_run_passes_on(const struct kp_settings *s, struct kp_unit *u, const char *path,
                      const char *text, size_t n, enum kp_pass last);
/* kp_read_back() of what these have made, in the time that they have left. */
struct kp_unit *kp_read_back_in_time(struct kp_unit *u);

/* A limit on what the analysis of one of several files may allocate. */
void kp_limit_memory(void);

/* A line with how far the work is, where standard error is a terminal; shared by all processes that
 * are made behind kp_progress_begin(). */
void kp_progress_begin(size_t files);
void kp_progress_step(void);
void kp_progress_clear(void);
/* What a command is at, in one line of stderr's terminal, in place of the last; "" takes it away.
 */
void kp_progress_line(const char *what);

/* How all operands are compiled, for the processes that are made later. */
void kp_find_origins(struct kp_settings *s);

/* `one` for every operand, as many at the same time as --jobs says, each in a process of its own
 * where there are several: a crash costs one file. Returns the worst exit code. */
int kp_each_file(struct kp_settings *s, const struct kp_rules *rules,
                 int (*one)(struct kp_settings *s, const struct kp_rules *rules, const char *path));

/* Reports why the passes stopped; with --json also as JSON. Returns the exit code. */
int kp_report_failure(const struct kp_settings *s, struct kp_unit *u);

/* Writes to a file, which is replaced at once or not at all, or to a device; the exit code. Where
 * it is the file that `from` (may be NULL) was read from, that must still hold what was read. */
int kp_deliver_file(struct kp_arena *a, const char *path, const struct kp_file *from,
                    const char *text, size_t n);

/* nvcc with the flags that the settings give for this file; false after a complaint. */
bool kp_toolkit(struct kp_settings *s, const char *path, struct kp_nvcc *to);
/* The same without the complaint: NULL, or what is wrong. */
const char *kp_toolkit_find(struct kp_settings *s, const char *path, struct kp_nvcc *to);
/* Of a header: nvcc compiles the source that it is seen from, with its flags. NULL, or what is
 * wrong. */
const char *kp_toolkit_via(struct kp_settings *s, const char *path, struct kp_nvcc *to);

/* Terminal colours on this descriptor? Follows --color, else NO_COLOR and the terminal. */
bool kp_wants_colour(int fd);
void kp_force_colour(bool on, bool is_forced);

/* Remembers whether the unit has the function of --kernel. Where the command is about one file,
 * false after a complaint; of several files, kp_each_file() complains when none has it. */
bool kp_knows_kernel(const struct kp_settings *s, const struct kp_unit *u);

/* The unit's output to where -o, -i or -n send it; the exit code. */
int kp_deliver_output(const struct kp_settings *s, const struct kp_unit *u);

/* Warns of headers in quotes that are beside `from` and not beside `to`. */
void kp_warn_includes(const struct kp_settings *s, const struct kp_file *from, const char *to);

#endif
