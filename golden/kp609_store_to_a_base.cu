// A store to the base is one to a part of the element.
struct base { float a; };
struct item : base { float b; };
struct all { item v[128]; };

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ item xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        base &to = xs[t]; to = *(const base *)(x + k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j].a;
        __syncthreads();
    }
    y[row] = sum;
}
