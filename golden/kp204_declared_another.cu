// kpipe: --no-runtime-checks
// The project file says it of a parameter of another kernel.
__global__ void __launch_bounds__(64) running(const float *in, float *out, int n)
{
    __shared__ float tile[64];

    for (int i0 = 0; i0 < n; i0 += 64) {
        tile[threadIdx.x] = in[i0 + threadIdx.x];
        __syncthreads();
        out[i0 + threadIdx.x] = tile[63 - threadIdx.x];
        __syncthreads();
    }
}
