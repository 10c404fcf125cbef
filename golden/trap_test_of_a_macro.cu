// The test in front of the loop has a lambda, whose parameters are no macros.
#define at threadIdx.x
#define a_to 128

__global__ void gemv(const float *A, const float *x,
                     float *y, int n)
{
    __shared__ float xs[128];
    const int t = at;
    float sum = 0;

    for (int k = 0; k < n; k += a_to) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        y[t] = sum;
        __syncthreads();
    }
}
