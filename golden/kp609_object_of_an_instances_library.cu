// kpipe: -- -isystem places
// A template leaves open that there is an object of a class: its instance has one of a library's that ends with code.
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
template <class T>
__global__ void object(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        T e{};
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
template <class T>
__global__ void temporary(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        sum += box<T>{}.n;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
template <class T>
__global__ void of_library(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        ends::row<T> r;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
template __global__ void object<ends::ticket>(const float *, float *, int);
template __global__ void member<ends::ticket>(const float *, float *, int);
template __global__ void temporary<ends::ticket>(const float *, float *, int);
template __global__ void of_library<ends::ticket>(const float *, float *, int);
