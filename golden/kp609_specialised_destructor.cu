// Only the class's explicit specialisation has a destructor: by itself, as a member of another
// template's instance, of a class in a template, and behind a declaration.
__device__ int offset;

template <class T> struct guard { T p; };
template <> struct guard<int> { int p; __device__ ~guard() { offset += p; } };
template <> struct guard<short>;
template <> struct guard<short> { short p; __device__ ~guard(); };
__device__ guard<short>::~guard() { offset += p; }

template <class T> struct holder { guard<T> g; };
template <class T> struct outer { struct inner { T p; }; };
template <> struct outer<int>::inner { int p; __device__ ~inner() { offset += p; } };

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

__global__ void __launch_bounds__(128) declared(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        guard<short> g{1};
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
        holder<int> g{{1}};
        s[t] = x[k + offset + t];
        __syncthreads();
        acc += s[127 - t] + g.g.p;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) nested(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        outer<int>::inner g{1};
        s[t] = x[k + offset + t];
        __syncthreads();
        acc += s[127 - t] + g.p;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
