// kpipe: --stages 2
// Parameters of partial specialisations, which are not the first arguments of the template.
enum kind { L2, COS };
template <kind M, typename F> struct metric {
    static __device__ float sum(const F *v, int n);
};
template <typename F> struct metric<L2, F> {
    static __device__ F sum(const F *v, int n)
    {
        F s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        return s;
    }
};
template <kind M, typename F> __global__ void kern(F *out, const F *__restrict__ x, int n)
{
    __shared__ F a[64];
    const int t = threadIdx.x;
    F s = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t];
        __syncthreads();
        s += metric<M, F>::sum(a, 64);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<L2, float>(float *out, const float *__restrict__ x, int n);

template <class A, class F> struct reversed;
template <class F> struct reversed<int, F> {
    static __device__ F sum(const F *v, int n)
    {
        F s = 0;
        for (int i = n; i > 0; i--)
            s += v[i - 1];
        return s;
    }
};
template <class A, class F> __global__ void by_a_type(F *out, const F *__restrict__ x, int n)
{
    __shared__ F a[64];
    const int t = threadIdx.x;
    F s = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t];
        __syncthreads();
        s += reversed<A, F>::sum(a, 64);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void by_a_type<int, float>(float *out, const float *__restrict__ x, int n);
