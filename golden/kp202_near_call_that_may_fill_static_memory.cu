// A static array has its name in this function alone: what is out of sight cannot reach it.
__device__ void prepare();

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int b = 0; b < 4; ++b) {
        for (int i = 0; i < n; i += 128) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += s[j] * (j + 1);
            __syncthreads();
        }
        prepare();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 128>>>(x, y, n);
}
