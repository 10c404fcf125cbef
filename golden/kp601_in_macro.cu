// The whole load phase and both barriers are one macro's body.
#define STAGE(dst, src)                                                                            \
    do {                                                                                           \
        dst[threadIdx.x] = (src)[threadIdx.x];                                                     \
        __syncthreads();                                                                           \
    } while (0)

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        STAGE(xs, x + k);
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
