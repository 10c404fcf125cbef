// kpipe: --stages 2
// `auto` of an array's element's address is a pointer, and no array, in a template too.
template <class T> __device__ void put(T *to, const float *from) { *to = *from; }
template <class T> __device__ void put(T *to, const double *from) { *to = *from; }

template <class T> __global__ void kern(float *out, const float *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        put(a + t, x + k + t);
        __syncthreads();
        auto p = a + t / 2;
        for (int j = 0; j < 32; j++)
            s += p[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<float>(float *out, const float *__restrict__ x, int n);
