// kpipe: --variant ldg
// In the kernel the array's size would be another number.
constexpr int T = 256;

__shared__ float tile[T];

template <int T>
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * T;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<128><<<8, 256>>>(x, y, n);
}
