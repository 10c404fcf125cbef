// The same buffer is filled and read in one interval: a race.
#define CP_ASYNC(to, from)                                                                         \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from))

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&xs[0][t * 4]));
    const float *from = &x[t * 4];

    CP_ASYNC(to, from);
    asm volatile("cp.async.commit_group;" ::);
    asm volatile("cp.async.wait_group 0;" ::);
    __syncthreads();
    int read = 0, write = 1;
    for (int k = 128; k < n; k += 128) {
        to = static_cast<unsigned>(__cvta_generic_to_shared(&xs[1][t * 4]));
        from += 128;
        CP_ASYNC(to, from);
        asm volatile("cp.async.commit_group;" ::);
        for (int i = 0; i < 128; i++)
            sum += xs[1][(i + t) % 128];
        asm volatile("cp.async.wait_group 0;" ::);
        __syncthreads();
        read ^= 1;
        write ^= 1;
    }
    for (int i = 0; i < 128; i++)
        sum += xs[1][(i + t) % 128];
    y[blockIdx.x * 32 + t] = sum;
}
