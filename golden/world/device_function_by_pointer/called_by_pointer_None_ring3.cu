// kpipe: --variant cp-async --stages 3 --shape ring

__device__ float work(const float *A, float *out, const float *Z, int n, int m, int ld)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.25f * t;
    for (int k = 0; k < n; k += 64) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc = acc * 0.98f + As[j];
        __syncthreads();
    }
    return acc;
}

__global__ void world_00004(const float *A, float *out, const float *Z, int n, int m, int ld)
{
    const int t = threadIdx.x;
    __shared__ float q[256];
    for (int i = t; i < 256; i += 64)
        q[i] = Z[i] * 2.0f;
    __syncthreads();
    float sum = work(A, out, Z, n, m, ld);
    auto f = [](auto... p) { return work(p...); };
    __syncthreads();
    sum += f(q, out, Z, 128, m, ld);
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void launch_world_00004(const float *A, float *out, const float *Z, int n, int m, int ld, int blocks)
{
    world_00004<<<blocks, 64>>>(A, out, Z, n, m, ld);
}
