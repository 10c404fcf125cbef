// Which element the assembly sets has a name, which kp_store need not have.

__global__ void __launch_bounds__(64) sums(const float2 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        float v[2];
        constexpr int second = 1;
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(v[0]), "=f"(v[second]) : "l"(&x[k + t]));
        xs[t] = v[0] + v[1];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
