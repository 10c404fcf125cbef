// x is a variable of its own in all of them.
#define CALL(T, x) step<T>(x)

template <class T>
__device__ void step(T y)
{
    T x = y;
    x += 1;
}

template <class T, class V = T>
__device__ void also(const T &y)
{
    V x = y;
    x += 1;
}

template <class U>
__global__ void k(const float *A, float *C, int K)
{
    __shared__ float As[256];
    float acc = 0.0f;
    U v = 0;
    for (int k0 = 0; k0 < K; k0 += 256) {
        As[threadIdx.x] = A[k0 + threadIdx.x + v];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        step<U>(v);
        CALL(U, v);
        step<const int>(3);
        also(v);
        __syncthreads();
    }
    C[threadIdx.x] = acc + v;
}
