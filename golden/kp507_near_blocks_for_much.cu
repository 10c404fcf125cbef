// kpipe: --arch sm_90
// The same risk for a gain of more than 10%.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N)
{
    __shared__ float As[22][128], Bs[22][128];
    const int t = threadIdx.x, x = t % 16, y = t / 16;
    float acc[8][8] = {}, a[8], b[8];

    for (int k = 0; k < K; k += 22) {
        for (int i = 0; i < 11; ++i) {
            As[(t + i * 256) / 128][t % 128] = 2 * A[(k + (t + i * 256) / 128) * N + t % 128];
            Bs[(t + i * 256) / 128][t % 128] = 2 * B[(k + (t + i * 256) / 128) * N + t % 128];
        }
        __syncthreads();
        for (int j = 0; j < 22; ++j) {
            for (int u = 0; u < 8; ++u) {
                a[u] = As[j][y * 8 + u];
                b[u] = Bs[j][x * 8 + u];
            }
            for (int u = 0; u < 8; ++u)
                for (int v = 0; v < 8; ++v)
                    acc[u][v] += a[u] * b[v];
        }
        __syncthreads();
    }
    for (int u = 0; u < 8; ++u)
        for (int v = 0; v < 8; ++v)
            C[(y * 8 + u) * N + x * 8 + v] = acc[u][v];
}

void run(const float *A, const float *B, float *C, int K, int N)
{
    product<<<1, 256>>>(A, B, C, K, N);
}
