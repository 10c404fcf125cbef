// kpipe: --variant cp-async
// As kp404_class_of_the_declaration, but the stages are one more dimension.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ struct pair {
        float v, w;
    } xs[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        if (t < 64) {
            xs[t].v = x[k + t];
            xs[t].w = x[k + t + 64];
        }
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            const pair p = xs[j];
            sum += A[(k + j) * 128 + t] * p.v + p.w;
        }
        __syncthreads();
    }
    y[t] = sum;
}
