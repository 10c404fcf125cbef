// kpipe: --stages 3
// One of the classes of eight bytes is aligned to four, which no copy of eight bytes does.
struct pair {
    float x, y;
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T as[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256].x * as[j].y;
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float2 *A, const pair *B, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
    sums<<<1, 256>>>(B, C, n);
}
