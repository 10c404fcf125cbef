__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        const int a = t, b = t + (1ull << 32); As[a] = A[k + t]; As[b] = B[k + t]; As[t + 128] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 250; j++) s += As[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
