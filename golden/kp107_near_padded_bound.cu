// kpipe: --stages 2
// Each thread begins at its own index: the bound is a multiple of the step, so all make as many trips.
#define UP(x, y) (((x) + (y) - 1) / (y))
__global__ void rows(const unsigned *__restrict__ a, unsigned *out, const int width)
{
    __shared__ unsigned s[512];
    const int threads = 512;
    const int padded = UP(width, threads) * threads;
    unsigned sum = 0;

    for (int j = threadIdx.x; j < padded; j += threads) {
        s[threadIdx.x] = j < width ? a[j] : 0;
        __syncthreads();
        for (int i = 0; i < 512; ++i)
            sum += s[i] & (threadIdx.x + i);
        __syncthreads();
    }
    out[blockIdx.x * 512 + threadIdx.x] = sum;
}
void run(const unsigned *a, unsigned *out, int w, int h) { rows<<<h, 512>>>(a, out, w); }
