// Assembly is handed the address of p.

__global__ void running(const float *__restrict__ x, float *out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    const float *p = x;
    asm volatile("st.u64 [%0], %1;" ::"l"(&p), "l"(out) : "memory");
    for (int k = 0; k < K; k += 128) {
        s[t] = p[k + t];
        __syncthreads();
        acc += s[127 - t];
        out[k + 255 - t] = acc;
        __syncthreads();
    }
}
