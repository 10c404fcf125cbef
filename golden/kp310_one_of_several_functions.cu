// kpipe: --stages 2
// Which of several functions of a name fills the tile is another one in another instance: of two, and of a template
// and its specialisation.
template <class U, class W> __device__ void put(U &a, const W &v) { a = v; }
__device__ void put(int &a, const float &v) { a = v + 1; }

template <class T> __global__ void of_two(float *out, const float *__restrict__ x, int n)
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
template __global__ void of_two<float>(float *out, const float *__restrict__ x, int n);
template __global__ void of_two<int>(float *out, const float *__restrict__ x, int n);

template <class U, class W> __device__ void set(U &a, const W &v) { a = v; }
template <> __device__ void set(int &a, const float &v) { a = v + 1; }

template <class T> __global__ void of_a_specialisation(float *out, const float *__restrict__ x, int n)
{
    __shared__ T a[64];
    const int t = threadIdx.x;
    float s = 0;

    for (int k = 0; k < n; k += 64) {
        set(a[t], x[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            s += a[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void of_a_specialisation<float>(float *out, const float *__restrict__ x, int n);
template __global__ void of_a_specialisation<int>(float *out, const float *__restrict__ x, int n);
