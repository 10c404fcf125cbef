// kpipe: --arch sm_90
// The rest of a row divides the copies' numbers, in front of compute and behind it: that costs more than the latency of eight blocks.
__global__ void distances(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ D, int K, int N)
{
    __shared__ float As[32][16], Bs[32][16];
    const int t = threadIdx.y * 16 + threadIdx.x;
    float sum = 0;

    for (int k = 0; k < K; k += 32) {
        const int rest = K - k < 32 ? K - k : 32;
        for (int i = t; i < 16 * rest; i += 256)
            As[i % rest][i / rest] = A[(blockIdx.y * 16 + i / rest) * K + k + i % rest];
        for (int i = t; i < 16 * rest; i += 256)
            Bs[i % rest][i / rest] = B[(blockIdx.x * 16 + i / rest) * K + k + i % rest];
        __syncthreads();
        for (int j = 0; j < rest; ++j)
            sum += (As[j][threadIdx.y] - Bs[j][threadIdx.x]) * (As[j][threadIdx.y] - Bs[j][threadIdx.x]);
        __syncthreads();
    }
    D[(blockIdx.y * 16 + threadIdx.y) * N + blockIdx.x * 16 + threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *D, int M, int N, int K)
{
    distances<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(A, B, D, K, N);
}
