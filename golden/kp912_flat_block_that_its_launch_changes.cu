// kpipe: --layout auto
// The second launch has another block.
__global__ void sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32 * 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i * 32 + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx * 32 + i] * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    dim3 block(32, 8);

    for (int i = 0; i < 2; i++)
        sum_rows<<<(block.x *= 2), block>>>(A, C, n);
}
