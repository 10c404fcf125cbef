// std::is_arithmetic in a namespace that has a namespace std of its own: output does not compile. default
namespace w { namespace std { struct q {}; }
template <class T> __global__ void g(const T *__restrict__ x, T *__restrict__ y, int n) {
    __shared__ T s[128];
    int t = threadIdx.x; T acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (T)(j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
template __global__ void g<float>(const float *, float *, int);
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) { y[blockIdx.x * 128 + threadIdx.x] = 0; }
