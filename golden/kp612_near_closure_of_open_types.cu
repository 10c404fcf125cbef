// A closure gets a number of an open type by value: the element, or the register that holds it.
template <class T, class S>
__global__ void kern(float *out, const S *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        auto f = [=](S v) { v = v + 1; return T(v * n); };
        a[t] = f(x[k + t]) + [](T v) { if (v > 0) return v; return T(0); }(x[k + 63 - t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<int, float>(float *out, const float *__restrict__ x, int n);
