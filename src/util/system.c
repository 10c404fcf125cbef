#define _GNU_SOURCE
#include "util/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/subprocess.h"

char *kp_read_file(struct kp_arena *a, const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), why;
    char *text = fd >= 0 ? kp_read_all(a, fd, size) : NULL;

    if (fd >= 0) {
        why = errno;
        close(fd);
        errno = why;
    }
    return text;
}

char *kp_read_plain(struct kp_arena *a, const char *path, int flags, size_t most)
{
    struct stat st;
    size_t n;
    char *text = NULL;
    int fd;

    if (stat(path, &st) || !S_ISREG(st.st_mode)) /* who writes to a pipe is not to be woken */
        return NULL;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uintmax_t)st.st_size <= most)
        text = kp_read_all(a, fd, &n);
    close(fd);
    return text;
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double kp_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double kp_processor_time(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

size_t kp_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 0 ? (size_t)n : 1;
}

size_t kp_memory_available(void)
{
    FILE *f = fopen("/proc/meminfo", "re");
    char line[128];
    size_t kb = 0;

    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %zu", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return kb << 10;
}

bool kp_is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool kp_is_same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

size_t kp_address_space(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");

    if (f && fscanf(f, "%lu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

void *kp_map_shared(size_t size)
{
    void *p = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

bool kp_is_trusted(const struct stat *st)
{
    return (st->st_uid == geteuid() || st->st_uid == 0) && !(st->st_mode & S_IWOTH) &&
           (!(st->st_mode & S_IWGRP) || st->st_gid == getegid());
}
