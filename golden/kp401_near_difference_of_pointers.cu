// A pointer into the tile minus a number is one, and so is an integer address plus one.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[8][16];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t / 16][t % 16] = x[i + t];
        __syncthreads();
        const float *end = &s[0][0] + 128;
        const unsigned at = (unsigned)__cvta_generic_to_shared(end - 128) + t * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
        acc += v;
        for (int j = 1; j < 8; ++j)
            acc += *(end - j * 16) * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
