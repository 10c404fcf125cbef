// kpipe: --unroll --shape ring
// Unrolled, the labels would stand twice, which ptxas refuses.
__global__ void __launch_bounds__(128) clamped(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    double acc = 0;
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        float v = s[127 - t];
        asm volatile(".reg .pred pos;\n"
                     "setp.le.f32 pos, %0, 0f00000000;\n"
                     "@pos bra DONE;\n"
                     "add.f32 %0, %0, %0;\n"
                     "DONE:\n"
                     : "+f"(v));
        for (int i = 0; i < 64; i++)
            acc += v / s[i] * acc;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
