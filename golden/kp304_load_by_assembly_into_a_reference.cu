// One output is an element of the array by another name.

__global__ void __launch_bounds__(64) sums(const float2 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        float v[2], w;
        float &first = v[0];
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(first), "=f"(w) : "l"(&x[k + t]));
        xs[t] = v[0] + w;
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
