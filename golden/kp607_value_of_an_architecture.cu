// A file may be built for several architectures, of which each has a value of its own.
#ifdef __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
#else
#define ARCH 0
#endif
#define WIDTH (ARCH >= 900 ? 65 : 64)

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[2][WIDTH];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t / 64][t % 64] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j / 64][j % 64] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
