// kpipe: --stages 2
// What assembly loads into elements of an array, by constant numbers, runs ahead.

__global__ void __launch_bounds__(256) sums(const float4 *__restrict__ x, const float2 *__restrict__ y,
                                            float *__restrict__ z, int n)
{
    __shared__ float4 xs[256];
    __shared__ float ys[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        float v[4], w[2];
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                     : "l"(&x[k + t]));
        w[0] = 0.0f;
        w[1] = 1.0f;
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p ld.global.v2.f32 {%0, %1}, [%2]; }"
                     : "+f"(w[0]), "+f"(w[1])
                     : "l"(&y[k + t]), "r"((int)(k + t < n)));
        xs[t] = make_float4(v[0], v[1], v[2], v[3]);
        ys[t] = w[0] * w[1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256].x * ys[j];
        __syncthreads();
    }
    z[blockIdx.x * 256 + t] = sum;
}
