// kpipe: -- -isystem places
// Members of a template's instance: the template does not say that they are objects that end with code.
#include <ends.h>
template <class T>
struct box {
    T of;
    int n;
};
template <class T>
struct nested {
    struct one {
        T of;
        int n;
    } in;
};
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
SUM(of_own, box<ends::ticket> b{}; sum += b.n)
SUM(of_own_twice, box<box<ends::ticket>> b{}; sum += b.n)
SUM(array, box<ends::ticket> b[2] = {}; sum += b[1].n)
SUM(inside, nested<ends::ticket> b{}; sum += b.in.n)
SUM(of_library, ends::row<ends::ticket> r; sum += 1)
SUM(assigned, box<ends::counted> b; box<ends::counted> c; b.n = t; c = b; sum += c.n)
