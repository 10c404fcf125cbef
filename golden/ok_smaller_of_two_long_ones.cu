// CUDA has minima and maxima of 64-bit integers under names of their own.
__global__ void k(const unsigned long long *__restrict__ A, unsigned long long *__restrict__ out, int n)
{
    __shared__ unsigned long long tile[64];
    unsigned long long low = ~0ull, high = 0;

    for (int i = 0; i < n; i += 64) {
        tile[threadIdx.x] = A[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            low = ullmin(low, tile[j]);
            high = ullmax(high, tile[j]);
        }
        __syncthreads();
    }
    out[threadIdx.x] = high - low;
}
