// A row of what is stored has as many elements as a filter leaves of a row of the source. The test asks that they are
// not fewer than none, as bounds of products rest on that.
__global__ __launch_bounds__(128) void filtered(const float *x, float *out, int size, int taps)
{
    __shared__ float xs[128];
    const int t = threadIdx.y * 32 + threadIdx.x, many = size - taps + 1;

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
            out[(row + threadIdx.y) * many + k + threadIdx.x] += sum;
        }
}
void launch(const float *x, float *out, int size, int taps)
{
    filtered<<<64, dim3(32, 4)>>>(x, out, size, taps);
}
