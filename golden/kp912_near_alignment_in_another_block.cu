// kpipe: --layout auto
// Rows that are longer by a vector keep all vectors aligned.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[64][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 64; i += blockDim.y)
            As[i][tx] = A[(blockIdx.x * 32 + i % 32) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx][i] + As[tx + 32][i];
        float4 v = *(const float4 *)&As[ty * (blockDim.y / 4)][tx / 4 * 4];
        s += v.x * v.y + v.z * v.w;
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    k<<<n / 32, dim3(32, 8)>>>(A, C, n);
}
