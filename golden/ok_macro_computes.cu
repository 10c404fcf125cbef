// The macros make more of what they read: their value is staged, not the bytes that were read.
#define TWICE(p) (2 * *(p))
#define BOTH(p, q) (*(p) + *(q))
#define SAFE(p, c) ((c) ? (int)*(p) : 7)

__global__ __launch_bounds__(128) void sums(const unsigned char *__restrict__ x,
                                            const unsigned char *__restrict__ w,
                                            int *__restrict__ y, int n)
{
    __shared__ int twice[128];
    __shared__ int both[128];
    __shared__ int safe[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        twice[t] = TWICE(x + k + t);
        both[t] = BOTH(x + k + t, w + k + t);
        safe[t] = SAFE(w + k + t, k + t < n);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += twice[j] * both[127 - j] + safe[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

#define AS_FLOAT(p) ((float)(*(p)))

__global__ __launch_bounds__(128) void gemv(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = AS_FLOAT(x + k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
