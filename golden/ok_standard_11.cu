// kpipe: -- -std=c++11
// Lambdas of C++11 do: stages of dynamic shared memory are reached by a cast in the place of a lambda
// with a parameter of auto.
__global__ static void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
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

void run(const float *A, const float *x, float *y, int n)
{
    gemv<<<1, 128, 128 * sizeof(float)>>>(A, x, y, n);
}
