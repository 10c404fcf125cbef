// kpipe: --stages 2
// Which of several functions of a name fills the tile depends on the template's argument, and is the same one in all
// visible instances: they are asserted.
template <class U, class W> __device__ void put(U &a, const W &v) { a = v; }
template <class U, class W> __device__ void put(U *a, const W *v) { *a = *v; }

template <class T> __global__ void by_reference(float *out, const float *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        put(a[t], x[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void by_reference<float>(float *out, const float *__restrict__ x, int n);

template <class T> __global__ void by_pointer(float *out, const float *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        put(a + t, x + k + t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void by_pointer<float>(float *out, const float *__restrict__ x, int n);
template __global__ void by_pointer<int>(float *out, const float *__restrict__ x, int n);
