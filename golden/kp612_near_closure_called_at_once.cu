// kpipe: --stages 2
// Closures in a template that convert what is loaded: one that is called where it stands, and one with a name.
template <class T, class S> __global__ void at_once(float *out, const S *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = [](S v) { return T(v); }(x[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void at_once<int, float>(float *out, const float *__restrict__ x, int n);

template <class T, class S> __global__ void named(float *out, const S *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        auto f = [](S v) { return T(v); };
        a[t] = f(x[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void named<int, float>(float *out, const float *__restrict__ x, int n);
