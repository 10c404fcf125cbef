// kpipe: --stages 2
// The class has another form, with a method that gives each thread a number of trips of its own; the
// call may mean either.
template <typename T, int BK>
struct op {
    static __device__ void run(const T *__restrict__ a, float *out, int n)
    {
        __shared__ T as[BK];
        float s = 0.f;

        for (int k = 0; k < n; k += BK) {
            for (int i = threadIdx.x; i < BK; i += 256)
                as[i] = a[k + i];
            __syncthreads();
            for (int j = 0; j < BK; j++)
                s += float(as[j]) * float(j + threadIdx.x);
            __syncthreads();
        }
        out[blockIdx.x * 256 + threadIdx.x] = s;
    }
};

template <int BK>
struct op<double, BK> {
    static __device__ void run(const double *__restrict__ a, float *out, int n)
    {
        op<float, BK>::run(reinterpret_cast<const float *>(a), out, n * int(threadIdx.x));
    }
};

template <typename T, int BK>
__global__ void __launch_bounds__(256) kern(const T *__restrict__ a, float *out, int n)
{
    op<T, (BK > 0 ? BK : 1)>::run(a, out, n);
}

template <typename T>
__global__ void __launch_bounds__(256) alias(const T *__restrict__ a, float *out, int n)
{
    using own = op<T, 512>;

    own::run(a, out, n);
}

void run(const float *a, float *out, int n)
{
    kern<float, 1024><<<64, 256>>>(a, out, n);
    alias<float><<<64, 256>>>(a, out, n);
}
