// kpipe: --stages 2
// Behind static arrays a dynamic one begins where its elements may: whether vectors may is tested.
__global__ void __launch_bounds__(128) sums(const float *__restrict__ x, float *out, int n)
{
    extern __shared__ float rows[];
    __shared__ float scale[1];
    int t = threadIdx.x;
    float s = 0.f;

    scale[0] = x[0];
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 8; i++)
            rows[t * 8 + i] = x[(k * 128 + t) * 8 + i];
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            s += rows[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s * scale[0];
}

void run(const float *x, float *out, int n)
{
    sums<<<4, 128, 4096>>>(x, out, n);
}
