// kpipe: --stages 2
// The closure that is called where it stands changes the sum, too.
template <class T, class S> __global__ void kern(float *out, const S *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = [&](S v) { s += v; return T(v); }(x[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<int, float>(float *out, const float *__restrict__ x, int n);
