// The address in shared memory is an integer that goes into a helper by reference: what the helper
// stores there is seen by whoever reads the tile.
#define N 64

__device__ __forceinline__ unsigned shared_address(const void *p)
{
    unsigned a;
    asm("{\n .reg .u64 t;\n cvta.to.shared.u64 t, %1;\n cvt.u32.u64 %0, t;\n}\n" : "=r"(a) : "l"(p));
    return a;
}

__device__ __forceinline__ void store(const float &v, const unsigned &address)
{
    asm volatile("st.shared.f32 [%0], %1;\n" : : "r"(address), "f"(v));
}

__global__ void scale_in_place(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[N];
    int t = threadIdx.x;
    unsigned place = shared_address(tile) + t * 4;
    float sum = 0.0f;

    for (int i = 0; i < n; i += N) {
        tile[t] = x[i + t];
        __syncthreads();
        store(2.0f * sum, place);
        __syncthreads();
        for (int k = 0; k < N; k++)
            sum += tile[k];
        __syncthreads();
    }
    y[t] = sum;
}
