// As kp204_near_size_that_is_a_difference, but each thread has rows of another length, which it reads: no test can
// name them all.
__global__ __launch_bounds__(128) void filtered(const float *x, float *out, const int *skip, int size, int taps)
{
    __shared__ float xs[128];
    const int t = threadIdx.y * 32 + threadIdx.x, many = size - taps + 1, wide = many - skip[t];

    x += blockIdx.x * size * size;
    out += blockIdx.x * many * many;

    for (int row = 0; row < many; row += 4)
        for (int k = 0; k < many; k += 32) {
            __syncthreads();
            xs[t] = x[(row + threadIdx.y) * size + k + threadIdx.x];
            __syncthreads();
            float sum = 0.0f;
            for (int j = 0; j < 96; ++j)
                sum += xs[(t + j) % 128] * j;
            out[(row + threadIdx.y) * wide + k + threadIdx.x] += sum;
        }
}
void launch(const float *x, float *out, const int *skip, int size, int taps)
{
    filtered<<<64, dim3(32, 4)>>>(x, out, skip, size, taps);
}
