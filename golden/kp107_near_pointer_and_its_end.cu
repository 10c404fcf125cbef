// Each thread has its own pointer and its own end, as far apart for all of them.
__global__ void product(const float *A, const float *B, float *C, int ld, int n)
{
    __shared__ float Bs[16][17];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum = 0.0f;

    A += blockIdx.x * 64 + t;
    B += tx + (blockIdx.y * 16 + ty) * ld;
    const float *Blast = B + n;
    float a = 0.0f;

    do {
        for (int i = 0; i < 16; i += 4)
            Bs[tx][ty + i] = B[i * ld];
        __syncthreads();
        for (int i = 0; i < 16; ++i) {
            a = A[i * ld];
            sum += a * Bs[i][t % 16];
        }
        A += 16 * ld;
        B += 16;
        __syncthreads();
    } while (B < Blast);
    C[blockIdx.y * gridDim.x * 64 + blockIdx.x * 64 + t] = sum;
}

__global__ void sums(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    const float *p = A + t;
    const float *const end = p + n;
    float sum = 0.0f;

    for (; end > p; p += 64) {
        tile[t] = *p;
        __syncthreads();
        for (int i = 0; i < 64; ++i)
            sum += tile[i] * (i + 1);
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, int ld, int n)
{
    product<<<dim3(4, 4), 64>>>(A, B, C, ld, n);
    sums<<<1, 64>>>(A, C, n);
}
