// K and V take turns in one buffer: K waits in registers while the turn is V's.
__global__ void attention(const float *__restrict__ q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ out, int len)
{
    __shared__ float kv[32][33];
    const int lane = threadIdx.x, row = threadIdx.y;
    const float qv = q[(blockIdx.x * 32 + row) * 32 + lane];
    float o = 0.0f, l = 0.0f;

    for (int j0 = 0; j0 < len; j0 += 32) {
        kv[row][lane] = K[(j0 + row) * 32 + lane];
        __syncthreads();
        float s = 0.0f;
        for (int d = 0; d < 32; ++d)
            s += __shfl_sync(0xffffffff, qv, d) * kv[lane][d];
        const float p = expf(s);
        l += p;
        __syncthreads();
        kv[row][lane] = V[(j0 + row) * 32 + lane];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            o += __shfl_sync(0xffffffff, p, j) * kv[j][lane];
        __syncthreads();
    }
    for (int m = 16; m > 0; m /= 2)
        l += __shfl_xor_sync(0xffffffff, l, m);
    out[(blockIdx.x * 32 + row) * 32 + lane] = o / l;
}
