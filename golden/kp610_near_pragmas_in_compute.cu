// Pragmas about loops and warnings move with the statement that has them.
__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#pragma nv_diag_suppress 177
            int unused = 0;
#pragma unroll 2
            for (int i = 0; i < 2; ++i)
                sum += xs[j] * (j + i);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 128>>>(x, y, n); }
