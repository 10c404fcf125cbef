// The value of a reference to an element is a number, which leads nowhere.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum[2] = {};

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            const float &a = as[(j + t) % 256];
            sum[0] += a * as[j];
            sum[1] += a;
        }
        __syncthreads();
    }
    C[t] = sum[0] + sum[1];
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
