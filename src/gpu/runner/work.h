/* What children do. */
#ifndef RUNNER_WORK_H
#define RUNNER_WORK_H

#include "gpu/runner/device.h"

/* A job and what it works on; `version` is the one to check. */
struct job {
    const struct plan *plan;
    const struct contents *contents;
    unsigned version;
    double limit; /* seconds in which nothing moves before a child is killed */
};

/* Asks what the machine has, and whether the plan's cubins are for it. */
void probe(const struct job *j);
/* Runs one version at every size and compares its outputs. */
void check_version(const struct job *j);
/* Times all versions that are sound, interleaved, at the size to be timed. */
void time_versions(const struct job *j);

enum end { ENDED, DIED, TOO_SLOW, STUCK };

/* Runs `work` in a child, which is killed when nothing moves for j->limit seconds. STUCK: not
 * even that helped. *signal is what ended a child that died, or 0. */
enum end run_child(void (*work)(const struct job *), const struct job *j, int *signal);

/* The initial contents of all arrays, by recipe or from the bundle. NULL, or what is wrong. */
const char *contents_read(struct contents *c, const struct plan *p);

/* The answer as JSON on standard output. Returns the exit code: 0 every version is sound, 1 one is
 * not, 2 nothing could be run. */
int answer(const struct plan *p);
int answer_error(const char *code, const char *text);

/* Unpacks the ustar archive on standard input into a new folder, to be removed by tar_remove().
 * NULL and a message on failure. */
const char *tar_unpack(const char **error);
void tar_remove(const char *folder);

#endif
