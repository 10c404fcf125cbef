// Names in a decltype are not evaluated: in the type of a cast, and of a variable.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const float *from = x;
    auto rows = (decltype(from))((const char *)x + blockIdx.x * n * sizeof(float));
    float sum = 0.0f;
    decltype(sum + 1.0f) total = static_cast<decltype(sum)>(2);

    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = rows[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            total += tile[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = total;
}
