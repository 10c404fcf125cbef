// kpipe: --variant cp-async
// The bits are those of an index, of an address in global memory, or the stages are alike in them.

__global__ void of_an_index(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[0]) + (t ^ (t >> 3 & 3)) * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_global_memory(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float scale = reinterpret_cast<size_t>(x) % 16 == 0 ? 1.0f : 2.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
            sum += s[t ^ 1] * scale;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_a_kilobyte(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(1024) float s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[t ^ 2]);
        a ^= (a >> 9 & 1) * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
