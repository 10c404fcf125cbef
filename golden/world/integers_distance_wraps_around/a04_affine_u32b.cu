__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[128];
    unsigned t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        As[(t ^ 1) - 8u + 8u] = A[k + t];
        As[(t ^ 1) + 0xFFFFFFF8u + 8u] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) s += As[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
