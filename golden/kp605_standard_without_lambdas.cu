// kpipe: -- -std=c++03
// The output has lambdas, which C++11 brought.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
