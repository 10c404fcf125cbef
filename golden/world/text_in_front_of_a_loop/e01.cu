constexpr int Q = 64;

extern "C" __global__ void k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, int *__restrict__ D, int N, int K)
{
    __shared__ float T[128];
    int t = threadIdx.x;
    float s = 0;
T[t] = 1.f; T[t + 64] = 2.f; __syncthreads();
    for (int k = 0; k < K; k += 128) {
        constexpr int Q = 128; for (int i = t; i < Q; i += Q) T[i] = A[k + i];
        __syncthreads();
        for (int j = 0; j < 128; j++) s = fmaf(T[j], T[(j + t) & 127], s);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = s;
}
