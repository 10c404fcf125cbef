// The bound is set by a member of an object that refers to it.
struct bounds {
    int &last;
};
struct outer {
    bounds of;
};
__global__ void first(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    bounds b{n};
    b.last = t;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void second(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    outer o{{n}}, copy = o;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        copy.of.last -= t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
