// A counter beside one that `auto` declares is of the same type.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += 256) {
        for (auto i = threadIdx.x; i < 256; i += 64)
            As[i] = 2 * A[k + i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc = acc * 0.5f + As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}

void launch(const float *A, float *out, int n, int blocks)
{
    k<<<blocks, 64>>>(A, out, n);
}
