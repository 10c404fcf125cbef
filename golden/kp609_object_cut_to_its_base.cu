// Of the object only its base is copied.
struct base { float a; };
struct item : base { float b; };

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ base xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = ((const item *)x)[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j].a;
        __syncthreads();
    }
    y[row] = sum;
}
