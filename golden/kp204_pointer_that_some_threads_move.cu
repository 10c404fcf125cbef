// As kp204_near_pointer_of_each_thread, but some threads move the pointer once more, so that each thread would
// tell another range.
__global__ __launch_bounds__(128) void filtered(const float *x, float *out, int size, int many)
{
    __shared__ float xs[128];
    const int t = threadIdx.y * 32 + threadIdx.x;

    x += blockIdx.x * size * size;
    out += blockIdx.x * many * many + threadIdx.y * many + threadIdx.x;
    if (threadIdx.x > 16)
        out += 1;
    for (int row = 0; row < many; row += 4)
        for (int k = 0; k < many; k += 32) {
            __syncthreads();
            xs[t] = x[(row + threadIdx.y) * size + k + threadIdx.x];
            __syncthreads();
            float sum = 0.0f;
            for (int j = 0; j < 96; ++j)
                sum += xs[(t + j) % 128] * j;
            out[row * many + k] += sum;
        }
}
void launch(const float *x, float *out, int size, int many)
{
    filtered<<<64, dim3(32, 4)>>>(x, out, size, many);
}
