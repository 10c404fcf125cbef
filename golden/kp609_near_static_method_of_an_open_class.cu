// kpipe: --stages 2
// The class depends on the kernel's parameter: its method is what the instances call.
template <class T> struct traits {
    static __device__ float up(T v) { return v; }
};
template <> struct traits<int> {
    static __device__ float up(int v) { return v / 2; }
};
// a function of the class's name, and one of the method's
__device__ float traits_of(float v) { return v * 3.0f; }
__device__ float up(float v) { return v * 2.0f; }

template <class S>
__global__ void sums(const S *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ S tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += traits<S>::up(tile[j]) * t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, const int *z, float *y, int n)
{
    sums<<<8, 128>>>(x, y, n);
    sums<<<8, 128>>>(z, y, n);
}
