// kpipe: --stages 2
// The product may wrap around, and is no multiple of 96 then.
#define UP(x, y) (((x) + (y) - 1) / (y))
__global__ void rows(const unsigned *__restrict__ a, unsigned *out, const int width)
{
    __shared__ unsigned s[512];
    const unsigned threads = 96;
    const int padded = (width & 0xffff) * 65536 * threads;
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
void run(const unsigned *a, unsigned *out, int w, int h) { rows<<<h, 96>>>(a, out, w); }
