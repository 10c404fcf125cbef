// The vectors declare kp_v, and so does a macro.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
__constant__ int CAT(kp_, v) = 3;
__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * CAT(kp_, v);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 128>>>(x, y, n); }
