// kpipe: --stages 2
// What the object is made by counts the calls, in the class that the instance takes.
__device__ int made;

template <typename T> struct greater {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <> struct greater<float> {
    __device__ greater() { made++; }
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

template <typename T>
__global__ void largest(const T *__restrict__ x, T *out, int n)
{
    __shared__ T part[256];
    const int t = threadIdx.x;
    T best = 0;

    for (int k = 0; k < n; k += 256) {
        part[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            best = greater<T>()(best, part[j] + part[(j + t) % 256]);
        __syncthreads();
    }
    out[t] = best;
}

void launch(const float *x, float *out, int n)
{
    largest<float><<<1, 256>>>(x, out, n);
}
