__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float Ts[64][4];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        if (t < 4) for (int i = t - 3; i < 249; i += 4) Ts[i / 4 + 1][i & 3] = A[k + i + 4];
        __syncthreads();
        for (int j = 4; j < 250; j++) s += Ts[j / 4][j % 4] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
