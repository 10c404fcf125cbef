// Every thread stores a zero, some a copy behind it: a copy in flight may land first.
__global__ void zero_then(const float *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        if (m > 3)
            As[t] = (float)m;
        if (k + t < n)
            As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
