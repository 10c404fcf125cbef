// kpipe: --stages 2
// The parameter of a partial specialisation is a part of an argument: which type it is, the instance does not say.
template <class A, typename F> struct metric;
template <class A> struct box { A v; };
template <typename F> struct metric<int, box<F>> {
    static __device__ F sum(const F *v, int n)
    {
        F s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        return s;
    }
};
template <class M, typename F> __global__ void kern(F *out, const F *__restrict__ x, int n)
{
    __shared__ F a[64];
    const int t = threadIdx.x;
    F s = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t];
        __syncthreads();
        s += metric<M, box<F>>::sum(a, 64);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<int, float>(float *out, const float *__restrict__ x, int n);
