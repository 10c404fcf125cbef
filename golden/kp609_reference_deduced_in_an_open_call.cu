// T is deduced as a reference: x is v.
template <class T> __device__ void g(T &&y)
{
    T x = y;
    x += 1;
}
template <class U> __global__ void k(const float *A, float *C, int K, U u)
{
    __shared__ float As[256];
    float acc = 0.0f;
    U v = 0;
    for (int k0 = 0; k0 < K; k0 += 256) {
        As[threadIdx.x] = A[k0 + threadIdx.x + v];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        g(v);
        __syncthreads();
    }
    C[threadIdx.x] = acc + v;
}
