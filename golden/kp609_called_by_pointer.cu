// Who else calls it, and with what, nobody sees.
__device__ float mm(const float *a, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = a[i + t];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    return acc;
}

template <class F> __device__ float run(F f, const float *a, int n) { return f(a, n); }

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    y[threadIdx.x] = mm(x, n) + run(mm, y, n);
}
