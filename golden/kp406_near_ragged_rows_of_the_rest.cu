// kpipe: --stages 2
// The rest ends earlier than the loop's tiles, in the header of its own fill.
#define B 128
__global__ void pulls(float *out, const float *__restrict__ x, const float *__restrict__ at, int n,
                      int rounds)
{
    __shared__ float near[B];
    const int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        const int i = (blockIdx.x * rounds + r) * B + t;
        const float mine = at[i];
        float sum = 0;
        for (int k = 0; k < n / B; k++) {
            for (int j = t; j < B; j += blockDim.x)
                near[j] = x[k * B + j];
            __syncthreads();
            for (int j = 0; j < B; j++)
                sum += near[j] * mine;
            __syncthreads();
        }
        const int done = n / B * B;
        for (int j = t; j < n - done; j += blockDim.x)
            near[j] = x[done + j];
        __syncthreads();
        for (int j = 0; j < n - done; j++)
            sum += near[j] * mine;
        __syncthreads();
        out[i] = sum;
    }
}
void launch(float *o, const float *x, const float *a, int n, int rounds)
{
    pulls<<<n / B / rounds, B>>>(o, x, a, n, rounds);
}
