// What is nothing by default may be anything in the body of a constructor or destructor, too.
#ifndef HOOK
#define HOOK
#endif

__device__ int made;

struct weight {
    float w;
    __device__ weight() { HOOK }
};

struct scale {
    float s;
    __device__ ~scale() { HOOK }
};

__global__ void weighted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        weight w;
        w.w = xs[(t + 1) % 128];
        sum += w.w;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void scaled(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        scale s;
        s.s = xs[(t + 1) % 128];
        sum += s.s;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
