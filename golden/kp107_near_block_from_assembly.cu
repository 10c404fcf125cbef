// What the assembly computes is the same for the block: a register of the block's, a counter that it reads.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int block, half, end;
    float sum = 0.0f;

    asm volatile("mov.u32 %0, %ctaid.x;" : "=r"(block) :);
    asm("shr.u32 %0, %1, 1;" : "=r"(half) : "r"(n));
    end = n;
    if (block > 3)
        end = half;
    for (int k = 0; k < end; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[block * 128 + t] = sum;
}
