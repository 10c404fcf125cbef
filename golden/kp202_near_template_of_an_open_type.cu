// The template's own body depends on the type.
#include <cstdint>
template <typename T> __device__ inline int bits(T x) { return x ? 1 : 0; }
template <> __device__ inline int bits(uint32_t x) { return __popc(x); }
template <> __device__ inline int bits(uint64_t x) { return __popcll(x); }

template <class W> __global__ void nearest(const W *__restrict__ A, const W *__restrict__ B, int *__restrict__ out, int n)
{
    __shared__ W Bs[128];
    const int t = threadIdx.x;
    const W a = A[blockIdx.x * 128 + t];
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        Bs[t] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += bits(a ^ Bs[j]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const uint32_t *A, const uint32_t *B, const uint64_t *C, const uint64_t *D, int *out, int n)
{
    nearest<<<8, 128>>>(A, B, out, n);
    nearest<<<8, 128>>>(C, D, out, n);
}
