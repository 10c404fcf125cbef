// The step of the loop, which stands behind compute then, would be 64.
#define F 128
__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += F) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#undef F
#define F 64
            sum += xs[j] * F;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 128>>>(x, y, n); }
