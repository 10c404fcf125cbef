// nvcc takes a special register's name behind one %, too, where the statement has operands.

#define LANE(id) asm volatile("mov.u32 %0, %laneid;" : "=r"(id))

static __device__ __forceinline__ unsigned lane()
{
    unsigned id;

    LANE(id);
    return id;
}

__global__ void rotate(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    unsigned tid;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (lane() + j);
        __syncthreads();
    }
    asm volatile("mov.u32 %0, %tid.x;" : "=r"(tid) :);
    out[blockIdx.x * 128 + tid] = sum;
}
