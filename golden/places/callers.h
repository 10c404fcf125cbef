// Names functions of whoever includes it.
#define OTHER_LAUNCH cudaLaunchKernel((const void *)sums, 8, 128, all, 512, 0)
#define UNLIKE_OTHER_LAUNCH (void)all

static __global__ void calls_part(const float *x, float *y, int n)
{
    part(x, y, n);
}
