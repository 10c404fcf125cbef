// kpipe: --stages 2
// What a macro was is given back between the function and its call.
#define STEP 16
#pragma push_macro("STEP")
#undef STEP
#define STEP 32
__device__ float at(const float *p, int i) { return p[i + STEP]; }
#pragma pop_macro("STEP")

__global__ void __launch_bounds__(64) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[t] = at(A, k + t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
