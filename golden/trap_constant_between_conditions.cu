// A constant of the body hides the kernel's own, and is named by nothing but arguments of templates
// and macros: it stays in the body, where the header's closure has it as well.
#define TIMES(v) times<SCALE>(v)

template <int BY> __device__ float times(float v)
{
    return v * BY;
}

__global__ void scaled(const float *__restrict__ x, const int *__restrict__ live,
                       float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 3, MORE = 5;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        constexpr int SCALE = 2;
        if (live[k] < SCALE)
            continue;
        constexpr int MORE = 7;
        if (live[k] > 100)
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += TIMES(tile[j]) * j + times<MORE>(tile[j]);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + SCALE + MORE;
}

void run(const float *x, const int *live, float *y, int n)
{
    scaled<<<8, 256>>>(x, live, y, n);
}
