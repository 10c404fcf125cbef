/* "Kernels" for fake_driver.c: y = a * x + y in place and z = x * x, right and wrong in
 * several ways. Parameters: const float *x, float *y, float *z, float a, int n. Their names are
 * what nvcc would make of axpy(right), axpy(last_bit), ... */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define KERNEL(name) void _Z4axpy##name(void **params)

int fault;
double kernel_ms; /* what the fake driver's events see */

struct params {
    float *x, *y, *z;
    float a;
    int n;
};

static struct params unpack(void **p)
{
    return (struct params){*(float **)p[0], *(float **)p[1], *(float **)p[2], *(const float *)p[3],
                           *(const int *)p[4]};
}

static void work(void **params)
{
    const struct params p = unpack(params);

    for (int i = 0; i < p.n; ++i) {
        p.y[i] += p.a * p.x[i];
        p.z[i] = p.x[i] * p.x[i];
    }
    kernel_ms = 2;
}

KERNEL(right)
{
    work(params);
}

KERNEL(fast)
{
    work(params);
    kernel_ms = 1;
}

KERNEL(one_element_left_out)
{
    const struct params p = unpack(params);
    float kept = p.z[p.n / 2];

    work(params);
    p.z[p.n / 2] = kept; /* the poison stays */
}

KERNEL(last_bit)
{
    work(params);
    unpack(params).z[0] = nextafterf(unpack(params).z[0], 2.0f);
}

KERNEL(now_and_then)
{
    static int calls;

    work(params);
    if (++calls % 3 == 2)
        unpack(params).z[0] += 1.0f;
}

KERNEL(past_the_end)
{
    const struct params p = unpack(params);

    work(params);
    p.z[p.n] = 0.0f;
}

KERNEL(before_the_start)
{
    work(params);
    unpack(params).z[-1] = 0.0f;
}

KERNEL(writes_input)
{
    work(params);
    unpack(params).x[0] = 7.0f;
}

KERNEL(faults)
{
    work(params);
    fault = 1;
}

KERNEL(dies)
{
    (void)params;
    signal(SIGSEGV, SIG_DFL); /* a sanitizer would report it */
    raise(SIGSEGV);
}

KERNEL(hangs)
{
    (void)params;
    for (;;)
        pause();
}

/* Sound when checked, which takes four launches per size; not when timed. */
KERNEL(faults_later)
{
    static int calls;

    work(params);
    fault = ++calls > 12;
}

KERNEL(wrong_later)
{
    static int calls;

    work(params);
    if (++calls > 12)
        unpack(params).z[1] += 1.0f;
}

KERNEL(hangs_later)
{
    static int calls;

    work(params);
    while (++calls > 12)
        pause();
}

/* What a run-time test for whole vectors is for: the other side is slow. */
KERNEL(slow_when_odd)
{
    work(params);
    kernel_ms = unpack(params).n % 2 ? 4 : 1;
}

KERNEL(slow_when_shifted)
{
    work(params);
    kernel_ms = (size_t)unpack(params).x % 16 ? 3 : 1;
}

KERNEL(faults_when_odd)
{
    work(params);
    fault = unpack(params).n % 2;
}

/* About as fast as `fast`, now more, now less: each round is two launches. */
KERNEL(wavers)
{
    static unsigned calls;

    work(params);
    kernel_ms = calls++ / 2 % 2 ? 0.8 : 1.3;
}

KERNEL(loses_the_device_later)
{
    static int calls;

    work(params);
    if (++calls > 12) {
        close(creat(getenv("FAKE_CUDA_LOST"), 0600));
        fault = 1;
    }
}

KERNEL(ends_the_runner)
{
    work(params);
    kill(getppid(), SIGKILL);
}

KERNEL(loses_the_device)
{
    work(params);
    close(creat(getenv("FAKE_CUDA_LOST"), 0600));
    fault = 1;
}
