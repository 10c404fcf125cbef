// kpipe: -- -std=c++11
// What was never set is read where the block is known: results that hang on it are not compared.
__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, float least)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;


    for (int k = 0; k < n; k += 16) {
        int at = t;
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            smem[at] = *from;
            from += 8 * n;
            at += 128;
        }
        if (t < 16)
            smem[1024 + t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            acc += smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
        __syncthreads();
    }
    if (acc > least)
        smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
}

void launch(const float *A, const float *x, float *y, int rows, int n, float least)
{
    sums<<<rows / 64, 128, 128 * 16 * sizeof(float)>>>(A, x, y, n, least);
}
