// static_assert(std::is_same<T, P>) where a variable hides P: output does not compile. default
struct P { float a; };
template <class T> __device__ void g(const T *__restrict__ x, float *__restrict__ y, int n) {
    int P = 3;
    __shared__ T s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j].a * (j + P);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) { g((const P *)x, y, n); }
