// kpipe: --stages 2
// The block is made of the size, too: doubled in the argument, it would double the block. The launch
// stands in the place of the macro, where each is said for itself.
#define LAUNCH(bytes) sums<<<8, (bytes) / 4, bytes>>>(x, y, n)

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    LAUNCH(512);
}
