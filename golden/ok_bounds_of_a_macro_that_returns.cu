// kpipe: --variant ldg
// As trap_bounds_of_a_macro_that_changes, but T is 128 again: what it is does not depend on the place.
#define T 128
__global__ void __launch_bounds__(T) gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { gemv<<<n / T, T, T * sizeof(float)>>>(x, y, n); }
#undef T
#define T 128
__global__ void other(float *y) { y[threadIdx.x] = T; }
