// The closure counts in the kernel's variable, if R is a reference.
template <class T, class S, class R>
__global__ void kern(float *out, const S *__restrict__ x, int n, float z)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;
    R w = z;

    for (int k = 0; k < n; k += 64) {
        auto f = [=](R v) { v = v + 1; return T(v * n); };
        a[t] = x[k + t] + f(w);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<int, float, float &>(float *out, const float *__restrict__ x, int n, float z);
