// The parameter is made of a part of the argument.
struct base { float a; };
struct item : base { float b; };
__device__ float get(base b) { return b.a; }

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = get(((const item *)x)[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
