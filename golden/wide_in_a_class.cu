// kpipe: --arch sm_90
// A class template's function: its instances say how large an element is, and all kernels that call
// it have blocks of 256 threads. Each thread copies an element of every row for itself.
template <typename T, int ROWS> struct Sum {
    __device__ static void load(T (&s)[ROWS][256], const T *a, int k0, int n)
    {
        for (int r = 0; r < ROWS; ++r)
            s[r][threadIdx.x] = a[r * n + k0 + threadIdx.x];
    }

    __device__ static float run(const T *__restrict__ a, int n)
    {
        __shared__ T s[ROWS][256];
        float sum = 0.0f;

        for (int k0 = 0; k0 < n; k0 += 256) {
            load(s, a, k0, n);
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += s[threadIdx.x % ROWS][j];
            __syncthreads();
        }
        return sum;
    }
};

template <typename T> __global__ void sums(const T *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = Sum<T, 8>::run(a + blockIdx.x * 8 * n, n);
}

void launch(const float *a, float *out, int blocks, int n)
{
    sums<<<blocks, 256>>>(a, out, n);
}
