// kpipe: --variant single
// Two loops with one header, of which registers hold 8 iterations of the one and 16 of the other.
__global__ void sums(const float4 *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n, int m)
{
    __shared__ float4 As[512];
    __shared__ float Bs[512];
    const int t = threadIdx.x;
    float acc = 0.25f * t;

    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 512; i += blockDim.x) {
            As[i] = A[k * m + i];
        }
        for (int i = t; i < 512; i += blockDim.x) {
            Bs[i] = B[k * m + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            acc = acc * 0.875f + As[(t + j) % 512].x + Bs[(t * 3 + j) % 512];
        __syncthreads();
    }
    out[blockIdx.x * 32 + t] = acc;
}

void start(const float4 *A, const float *B, float *out, int n, int m, int blocks)
{
    sums<<<blocks, 32>>>(A, B, out, n, m);
}
