// kpipe: --layout auto
// What is bound to an element by a list in braces may go on from there.

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += blockDim.y)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            const float &x{As[tx][i]};
            s += (&x)[ty / 8 * 32] * (ty + 1);
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    k<<<n / 32, dim3(32, 8)>>>(A, C, n);
}
