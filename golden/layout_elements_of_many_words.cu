// kpipe: --layout auto --variant single
// An element is copied by more than one instruction: the requests of each count.
struct row { float v[64]; };
__global__ void __launch_bounds__(32)
    k(const row *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ row As[4][8];
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        As[threadIdx.x / 8][threadIdx.x % 8] = A[(size_t)blockIdx.x * n + k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 32; i++) s += As[i / 8][i % 8].v[threadIdx.x];
        __syncthreads();
    }
    C[blockIdx.x * 32 + threadIdx.x] = s;
}
