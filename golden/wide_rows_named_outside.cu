// kpipe: --arch sm_90
// A width by a name that says the same in front of the rows.
__global__ void outside(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[32][32];
    const int w = blockDim.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = threadIdx.y; i < 32; i += blockDim.y) {
            for (int j = threadIdx.x; j < 32; j += w)
                As[i][j] = A[(blockIdx.x * 32 + i) * K + k0 + j];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += As[threadIdx.x][k];
        __syncthreads();
    }
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    outside<<<8, dim3(32, 4)>>>(A, out, K);
}
