// The message names what is called, not the class that has it.
template <int N, class T> struct Mma {
    static __device__ T go(T x);
};
template <int BM> __global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[128];
    float s = 0;
    for (int i = 0; i < n; i += 128) {
        As[threadIdx.x] = A[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j) s += Mma<BM, float>::go(As[j]);
        __syncthreads();
    }
    C[threadIdx.x] = s;
}
