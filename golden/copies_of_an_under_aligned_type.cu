// kpipe: --stages 2
// A typedef says that the vectors begin anywhere: cp.async would need multiples of 16.
typedef float4 any_float4 __attribute__((aligned(4)));

__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[1024];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 256) {
        *(float4 *)&As[4 * t] = *(const any_float4 *)(A + 4 * k + 4 * t + 1);
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            s += As[j] * (j + t);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = s;
}
