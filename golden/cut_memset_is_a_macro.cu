// memset is a macro of the program: no register is cleared.
#define memset(to, byte, size) __builtin_memset(to, byte, size)
__global__ void gemv(const short *__restrict__ x, const int *__restrict__ rows, float *__restrict__ y,
                     int n)
{
    __shared__ float xs[256];
    const short *at = x;
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        const int row = rows[k];
        for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
            xs[i] = 0.5f * at[row * 256 + i];
        at += 64;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
