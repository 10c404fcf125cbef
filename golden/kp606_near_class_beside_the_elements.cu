// kpipe: --stages 2
// A class with a constructor is another argument of the template than the type of the registers.
struct ham {
    typedef int value_type;
    typedef int result_type;
    __device__ __forceinline__ ham() : sum(0) {}
    __device__ __forceinline__ void add(int a, int b) { sum += __popc(a ^ b); }
    __device__ __forceinline__ operator int() const { return sum; }
    int sum;
};
struct l2 {
    typedef float value_type;
    typedef float result_type;
    __device__ __forceinline__ l2() : sum(0) {}
    __device__ __forceinline__ void add(float a, float b) { sum += (a - b) * (a - b); }
    __device__ __forceinline__ operator float() const { return sqrtf(sum); }
    float sum;
};
template <class T, class D> __global__ void k(const T *a, float *c, int n, int cols)
{
    __shared__ typename D::value_type tile[32 * 32];
    D dist;
    for (int i = 0; i < n; i++) {
        const int x = threadIdx.x + i * 32;
        if (x < cols)
            tile[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.y * cols + x];
        else
            tile[threadIdx.y * 32 + threadIdx.x] = 0;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            dist.add(tile[j * 32 + threadIdx.x], tile[threadIdx.y * 32 + j]);
        __syncthreads();
    }
    float v = 1e30f;
    if (n > 3)
        v = dist.sum;
    c[threadIdx.y * 32 + threadIdx.x] = v;
}
void go(const unsigned char *a, const float *f, float *c, int n, int cols)
{
    k<unsigned char, ham><<<1, dim3(32, 32)>>>(a, c, n, cols);
    k<float, l2><<<1, dim3(32, 32)>>>(f, c, n, cols);
}
