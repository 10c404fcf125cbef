// Two loops share the block of dynamic shared memory, so a stage is all of it.
__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        smem[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += smem[i] * t;
        __syncthreads();
    }
    for (int k = 0; k < n; k += 128) {
        smem[128 + t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += smem[128 + i] * t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void launch(const float *A, const float *x, float *y, int rows, int n)
{
    sums<<<rows, 128, 512 * sizeof(float)>>>(A, x, y, n);
}
