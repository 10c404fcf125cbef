// The closure's numbers are none of shared memory.
__global__ void summed(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128], sums[128];
    float sum = 0;
    auto twice = [&](long long by) { return by * 2; };

    sums[threadIdx.x] = 0;
    for (int k = 0; k < n; ++k) {
        const float *from = x + twice(k * 64);

        __syncthreads();
        tile[threadIdx.x] = from[threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        sums[threadIdx.x] += sum;
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
