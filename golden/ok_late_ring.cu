// kpipe: --shape late-ring --stages 4
// Pointers bumped behind the last barrier, a barrier inside of compute, a variable that both phases need, and the
// last tile read behind the loop.
__global__ void __launch_bounds__(128)
    scans(const float4 *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float4 tile[128];
    __shared__ float part[128];
    const float4 *src = in + threadIdx.x;
    float sum = 0;
    int k = 0, step = 0;

    while (k < n) {
        tile[threadIdx.x] = *src;
        __syncthreads();
        part[threadIdx.x] = tile[(threadIdx.x + step) % 128].x;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += part[j] * tile[j].y;
        __syncthreads();
        src += 128;
        step += 3;
        k += 128;
    }
    out[threadIdx.x] = sum + (n > 0 ? tile[threadIdx.x ^ 1].z : 0);
}
