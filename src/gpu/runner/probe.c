#include <stdio.h>
#include <stdlib.h>

#include "gpu/runner/work.h"

/* A cubin for sm_XY runs on GPUs of major version X and at least minor version Y; "sm_90a" on
 * exactly that one (CUDA C++ Programming Guide, "Binary Compatibility"). */
static void compare_arch(const char *arch)
{
    const struct machine *m = &share->machine;
    char *end = NULL;
    long number = strtol(arch + 3, &end, 10), have = 10L * m->major + m->minor;

    if (have < number)
        impossible("gpu-too-old",
                   "this GPU (%s, sm_%ld) is older than the cubins, which are for %s; build them "
                   "with --arch sm_%ld",
                   m->name, have, arch, have);
    if (number / 10 != m->major || (*end == 'a' && have != number))
        impossible(
            "gpu-other-arch",
            "this GPU (%s, sm_%ld) does not run cubins for %s; build them with --arch sm_%ld",
            m->name, have, arch, have);
}

void probe(const struct job *j)
{
    device_open();
    if (j->plan->arch)
        compare_arch(j->plan->arch);
}
