// The same by the operator, out of another macro.
#define F 64
#pragma push_macro("F")
#undef F
#define F 128
#define TAKE_BACK _Pragma("pop_macro(\"F\")")
__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += F) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            TAKE_BACK
            sum += xs[j] * F;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 128>>>(x, y, n); }
