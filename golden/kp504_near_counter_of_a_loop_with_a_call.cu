// kpipe: --variant ldg
// Compute's loop calls a function and keeps the function's variable; the copies get one of their own.
__device__ float mix(float a, float b)
{
    return a * a + b;
}

template <class T, int STEP>
__global__ void f(const T *__restrict__ x, T *__restrict__ out, int n)
{
    __shared__ T tile[256];
    int i, k;
    const int t = threadIdx.x;
    T sum = 0;

    for (k = 0; k < n; k += 256) {
        for (i = 0; i < 256 / STEP; i++)
            tile[t + i * STEP] = x[k + t + i * STEP];
        __syncthreads();
        for (i = 1; i < 4; i++)
            sum = mix(sum, tile[t ^ i]);
        __syncthreads();
    }
    out[blockIdx.x * STEP + t] = sum;
}

template __global__ void f<float, 128>(const float *, float *, int);
