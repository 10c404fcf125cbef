// kpipe: --stages 2 --no-widen
// A cast to the type that the value has changes nothing; by way of an int the value is another one.
constexpr int N = 1024;
template <typename T>
__global__ void __launch_bounds__(256) same(const T *__restrict__ a, float *out, int n)
{
    __shared__ T as[N];
    float s = 0.f;

    for (int k = 0; k < n; k += N) {
        for (int i = threadIdx.x; i < N; i += 256)
            as[i] = static_cast<T>(a[k + i]);
        __syncthreads();
        for (int j = 0; j < N; j++)
            s += float(as[j]) * float(j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) edge(const float *__restrict__ a, float *out, int n)
{
    __shared__ float as[N];
    float s = 0.f;

    for (int k = 0; k < n; k += N) {
        for (int i = threadIdx.x; i < N; i += 256)
            as[i] = k + i < n ? (float)a[k + i] : 0.f;
        __syncthreads();
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) whole(const float *__restrict__ a, float *out, int n)
{
    __shared__ float as[N];
    float s = 0.f;

    for (int k = 0; k < n; k += N) {
        for (int i = threadIdx.x; i < N; i += 256)
            as[i] = (int)a[k + i];
        __syncthreads();
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) turned(const int *__restrict__ a, float *out, int n)
{
    __shared__ float as[N];
    float s = 0.f;

    for (int k = 0; k < n; k += N) {
        for (int i = threadIdx.x; i < N; i += 256)
            as[i] = (float)a[k + i];
        __syncthreads();
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

void run(const float *a, const int *b, float *out, int n)
{
    same<float><<<64, 256>>>(a, out, n);
    edge<<<64, 256>>>(a, out, n);
    whole<<<64, 256>>>(a, out, n);
    turned<<<64, 256>>>(b, out, n);
}
