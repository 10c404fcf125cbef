// "Kernels" for fake_driver.c: y = a * x + y in place and z = x * x, right and wrong in several
// ways. Parameters: const float *x, float *y, float *z, float a, int n.

#include <math.h>
#include <stddef.h>

int fault;

struct params {
    const float *x;
    float *y, *z;
    float a;
    int n;
};

static struct params unpack(void **p)
{
    return (struct params){*(const float **)p[0], *(float **)p[1], *(float **)p[2],
                           *(const float *)p[3], *(const int *)p[4]};
}

void right(void **params)
{
    const struct params p = unpack(params);
    for (int i = 0; i < p.n; ++i) {
        p.y[i] += p.a * p.x[i];
        p.z[i] = p.x[i] * p.x[i];
    }
}

void one_element_left_out(void **params)
{
    const struct params p = unpack(params);
    for (int i = 0; i < p.n; ++i) {
        p.y[i] += p.a * p.x[i];
        if (i != p.n / 2)
            p.z[i] = p.x[i] * p.x[i]; // the poison stays
    }
}

void last_bit(void **params)
{
    right(params);
    const struct params p = unpack(params);
    p.z[0] = nextafterf(p.z[0], 2.0f);
}

void now_and_then(void **params)
{
    static int calls;
    right(params);
    const struct params p = unpack(params);
    if (++calls % 3 == 2)
        p.z[0] += 1.0f;
}

void past_the_end(void **params)
{
    right(params);
    const struct params p = unpack(params);
    p.z[p.n] = 0.0f;
}

void faults(void **params)
{
    right(params);
    fault = 1;
}

void dies(void **params)
{
    (void)params;
    __builtin_trap();
}

// The CPU reference, called with plain pointers.
void reference(void *const *args);
void reference(void *const *args)
{
    const float *x = args[0], a = *(const float *)args[3];
    float *y = args[1], *z = args[2];
    const int n = *(const int *)args[4];
    for (int i = 0; i < n; ++i) {
        y[i] = (float)((double)a * x[i] + y[i]);
        z[i] = (float)((double)x[i] * x[i]);
    }
}
