extern "C" __global__ void __launch_bounds__(128)
    k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I,
      float *__restrict__ C, int N, int K)
{
    __shared__ float T[16][64];
    int t = threadIdx.x;
    float s = 0;
    const float *p = A;
    for (int i = 0; i < 4; i++) {
        switch (i & 1) {
        case 1:
            if (t >= 64)
                continue;
        }
        p += 64;
    }
    for (int k = 0; k < K; k += 16) {
        for (int i = t; i < 16 * 64; i += 128) {
            int r = i / 64, c = i % 64;
            T[r][c] = p[0 + (k + r) * N + c];
        }
        __syncthreads();
        for (int j = 0; j < 16; j++)
            s += T[j][t & 63] * (j + 1);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = s;
}
