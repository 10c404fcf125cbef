__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ __align__(16) float As[32][4];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        for (int i = t % 4 ? t % 4 - 4 : 0; i < 128; i += 4)
            if (t < 4) As[i / 4][i & 3] = A[k + i + 8];
        __syncthreads();
        for (int j = 0; j < 128; j++) s += As[j / 4][j & 3] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
