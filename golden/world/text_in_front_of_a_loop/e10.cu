extern "C" __global__ void __launch_bounds__(128) k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, int *__restrict__ D, int N, int K)
{
    __shared__ float T[32][32];
    int t = threadIdx.x;
    float s = 0;
int w = N + 33;
 const int &ld = w;
{ int w = 4; s += w;
    for (int k = 0; k < K; k += 32) {
        for (int i = t; i < 1024; i += 128) T[i / 32][i % 32] = A[(i / 32) * ld + k + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; j++) s = fmaf(T[t & 31][j], T[j][t >> 5], s);
        __syncthreads();
    }
    }
    C[blockIdx.x * 128 + t] = s;
}
