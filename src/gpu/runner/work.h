/* The work of the child processes, and how they are run. */
#ifndef RUNNER_WORK_H
#define RUNNER_WORK_H

#include "gpu/runner/device.h"

/* A child's job. */
struct job {
    const struct plan *plan;
    const struct contents *contents;
    unsigned version; /* for check_version() */
    double limit;     /* seconds without progress after which a child is killed */
};

/* Reads the machine's properties and checks that the plan's cubins can run on it. */
void probe(const struct job *j);
/* Runs one version at every size and compares its outputs. */
void check_version(const struct job *j);
/* Times all correct versions, interleaved, at the timed sizes. */
void time_versions(const struct job *j);

enum end { ENDED, DIED, TOO_SLOW, STUCK };

/* Runs `work` in a child, which is killed after j->limit seconds without progress. STUCK: killing
 * it had no effect. *signal is the signal that ended a child that died, or 0. */
enum end run_child(void (*work)(const struct job *), const struct job *j, int *signal);

/* Makes the initial contents of all arrays, from recipes or the bundle's files. NULL or a message.
 */
const char *contents_read(struct contents *c, const struct plan *p);

/* Prints the answer as JSON on standard output. Returns the exit code: 0 when every version is
 * correct, 1 when one is not, 2 when nothing could be run. */
int answer(const struct plan *p);
int answer_error(const char *code, const char *text);

/* Unpacks the ustar archive on standard input into a new folder, to be removed by tar_remove().
 * NULL with *error set on failure. */
const char *tar_unpack(const char **error);
void tar_remove(const char *folder);

#endif
