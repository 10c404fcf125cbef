// v moves in the load phase in the first kernel, and w in the compute phase of the second.
__global__ void moved(const float *A, float *C, int K)
{
    __shared__ float As[256];
    float acc = 0.0f;
    int v = 0, w = 0;

    for (int k0 = 0; k0 < K; k0 += 256) {
        As[threadIdx.x] = A[k0 + threadIdx.x + v];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        asm volatile("add.s32 %0, %0, 1;" : "+r"((w, v)));
        __syncthreads();
    }
    C[threadIdx.x] = acc + v;
}

__global__ void left(const float *A, float *C, int K)
{
    __shared__ float As[256];
    float acc = 0.0f;
    int w = 0, u = 0;

    for (int k0 = 0; k0 < K; k0 += 256) {
        As[threadIdx.x] = A[k0 + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        asm volatile("add.s32 %0, %0, 1;" : "+r"((u, w)));
        __syncthreads();
    }
    C[threadIdx.x] = acc + w;
}
