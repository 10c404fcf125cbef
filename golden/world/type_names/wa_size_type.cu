// kpipe: --assume-no-alias
template <class T> struct Span { using size_type = unsigned; const T *p; size_type len; __device__ __forceinline__ size_type size() const { return len; } __device__ __forceinline__ const T &operator[](size_type i) const { return p[i]; } };
__global__ void k(Span<float> a, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (auto left = a.size(); left >= 16; left -= 16) {
        const int k0 = a.len - left;
        As[ty][tx] = a[row * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
