__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float Ts[4][64];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        if (t < 64) for (int i = t - 63; i < 193; i += 64) Ts[i / 64][i & 63] = A[k + i + 63];
        __syncthreads();
        s += Ts[t & 1][t & 31 | 1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
