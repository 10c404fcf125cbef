// The call names what the class is made of.
template <int N>
struct Frags {
    float v[N];
};

template <int N>
__device__ void load_tile(Frags<N> &f, const float *src, int at)
{
    for (int i = 0; i < N; ++i)
        f.v[i] = src[at + i * 128];
}

template <int N>
__device__ void store_tile(float *tile, const Frags<N> &f)
{
    for (int i = 0; i < N; ++i)
        tile[threadIdx.x + i * 128] = f.v[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        Frags<4> f;
        load_tile<4>(f, A, k + t);
        store_tile<4>(As, f);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
