// What the macros say is a reference: x is v.
template <class T> __device__ void f(T x)
{
    x += 1;
}
#define REF(T) T &
#define CALL(T, x) f<REF(T)>(x)
template <class U> __global__ void k(const float *A, float *C, int K, U u)
{
    __shared__ float As[256];
    float acc = 0.0f;
    int v = 0;
    for (int k0 = 0; k0 < K; k0 += 256) {
        As[threadIdx.x] = A[k0 + threadIdx.x + v];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        CALL(U, v);
        __syncthreads();
    }
    C[threadIdx.x] = acc + v;
}
