// kpipe: -- -isystem places
// The ends of a library's objects run code that the text does not show.
#include <ends.h>
#define SUM(name, object)                                                                          \
    __global__ void name(const float *__restrict__ x, float *y, int n)                             \
    {                                                                                              \
        __shared__ float xs[128];                                                                  \
        const int t = threadIdx.x;                                                                 \
        float sum = 0.0f;                                                                          \
        for (int k = 0; k < n; k += 128) {                                                         \
            xs[t] = x[k + t];                                                                      \
            __syncthreads();                                                                       \
            sum += xs[127 - t];                                                                    \
            object;                                                                                \
            __syncthreads();                                                                       \
        }                                                                                          \
        y[blockIdx.x * 128 + t] = sum;                                                             \
    }
struct own {
    ends::ticket of;
    int n;
};
SUM(variable, ends::ticket e)
SUM(array, ends::ticket e[2])
SUM(list, ends::ticket e{})
#define VALUES {y, nullptr}
SUM(values, ends::ticket e = VALUES)
SUM(member, own o; o.n = 1)
SUM(temporary, (void)ends::ticket{})
SUM(bound, const ends::ticket &e = ends::ticket())
SUM(argument, sum += ends::used(ends::ticket()))
SUM(inside, ends::ticket e; (k ? e : e).to = y)
