// As kp609_specialised_destructor, but the specialisations in use have none: the template has it,
// or another specialisation.
__device__ int offset;

template <class T> struct guard { T p; __device__ ~guard() { offset += 1; } };
template <> struct guard<int> { int p; };
template <class T> struct other { T p; };
template <> struct other<int> { int p; __device__ ~other() { offset += p; } };
template <class T> struct holder { other<T> g; };

__global__ void __launch_bounds__(128) plain(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        guard<int> g{1};
        s[t] = x[k + offset + t];
        __syncthreads();
        acc += s[127 - t] + g.p;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) member(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        holder<float> g{{1.0f}};
        s[t] = x[k + offset + t];
        __syncthreads();
        acc += s[127 - t] + g.g.p;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
