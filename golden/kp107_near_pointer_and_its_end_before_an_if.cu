// The end is a sum and a difference, and the loop is in an `if`; nothing moves the pointer before it.
__global__ void product(const float *A, const float *B, float *C, int lda, int ldb, int k)
{
    __shared__ float Bb[16][17];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum = 0.0f;

    A += blockIdx.x * 64 + t;
    if (blockIdx.y * 16 + ty < ldb)
        B += tx + (blockIdx.y * 16 + ty) * ldb;
    const float *Bend = B + k - k % 16;

    if (k > 15) {
        if (k > 31)
            sum += 1.0f;
        do {
            for (int i = 0; i < 16; i += 4)
                Bb[tx][ty + i] = B[i * ldb];
            __syncthreads();
            for (int i = 0; i < 16; ++i)
                sum += A[i * lda] * Bb[i][t % 16];
            A += 16 * lda;
            B += 16;
            __syncthreads();
        } while (B < Bend);
    }
    C[blockIdx.y * gridDim.x * 64 + blockIdx.x * 64 + t] = sum;
}

void run(const float *A, const float *B, float *C, int ld, int n)
{
    product<<<dim3(4, 4), 64>>>(A, B, C, ld, ld, n);
}
