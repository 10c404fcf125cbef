// All who name it call it.
static __device__ float mm(const float *a, int n)
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

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    y[blockIdx.x * 128 + threadIdx.x] = mm(x, n);
}
