// kpipe: --layout auto
// An asynchronous copy says how much it writes.
__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        const unsigned to = (unsigned)__cvta_generic_to_shared(&As[threadIdx.x / 8][threadIdx.x % 8 * 4]);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                     "l"(&A[(blockIdx.x * 32 + threadIdx.x / 8) * n + k + threadIdx.x % 8 * 4]));
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 0;" ::: "memory");
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx][i] * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
