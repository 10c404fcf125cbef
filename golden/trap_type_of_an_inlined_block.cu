// kpipe: --variant ldg
// The helper's T is known in the block that takes the call's place, and not where the registers stand.
template <typename T>
__device__ __forceinline__ void bring(T *to, const T *from, int i, bool inside)
{
    to[i] = inside ? from[i] : T(0);
}

__global__ void guarded(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        bring(As, A + k, t, k + t < n);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
