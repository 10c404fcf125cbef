// kpipe: --arch sm_90
// A width that a row's own name says: in front of the rows that name is another one's.
__global__ void hidden(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[32][32];
    const int w = 7;
    float sum = w;

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = threadIdx.y; i < 32; i += blockDim.y) {
            const int w = blockDim.x;
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
    hidden<<<8, dim3(32, 4)>>>(A, out, K);
}
