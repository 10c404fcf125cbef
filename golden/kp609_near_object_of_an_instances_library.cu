// kpipe: -- -isystem places
// Instances whose objects end without code.
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
__global__ void concrete(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        box<float> b{};
        nested<ends::counted> c;
        c.in.n = t;
        sum += b.n + c.in.n;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
template <class T>
__global__ void member(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        box<T> b{};
        sum += b.n;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
template __global__ void member<ends::counted>(const float *, float *, int);
template __global__ void member<float>(const float *, float *, int);
