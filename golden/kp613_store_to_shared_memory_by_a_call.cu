// kpipe: --variant ldg
// Where the function's place is in shared memory nothing says, so neither what a barrier orders.
static __device__ float &at(int i, float *p)
{
    return p[i];
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64], last[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        at(t, last) = sum;
        __syncthreads();
    }
    __syncthreads();
    C[t] = last[63 - t];
}
