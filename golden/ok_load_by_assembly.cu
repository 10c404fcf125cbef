// Assembly loads under a condition into a variable, which is stored in the tile: a register takes what it has set.
__device__ __forceinline__ void load_if(float4 &v, const float *p, bool yes)
{
    asm volatile("{\n"
                 "  .reg .pred q;\n"
                 "  setp.ne.b32 q, %5, 0;\n"
                 "  @q ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                 "}\n"
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
                 : "l"(p), "r"((int)yes));
}
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        load_if(v, x + k + t * 4, k + t * 4 < n);
        *(float4 *)(xs + t * 4) = v;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
