// The template's constructor and destructor are empty, and those of this instance count the objects
// that are made, in what the next tile is loaded by.
__device__ int offset;

template <class T> struct made {
    __device__ made() {}
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <> __device__ made<float>::made() { offset += 1; }
template <class T> struct ended {
    __device__ ~ended() {}
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <> __device__ ended<float>::~ended() { offset += 1; }
template <class T> struct outer {
    struct inner {
        __device__ ~inner() {}
        __device__ T operator()(T a, T b) const { return a + b; }
    };
};
template <> __device__ outer<float>::inner::~inner() { offset += 1; }

template <class Op> __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        Op op;
        xs[t] = x[k + offset + t];
        __syncthreads();
        acc = op(acc, xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

template <class T> __global__ void of_made(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        made<T> op;
        acc = op(acc, xs[127 - t]) + offset;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<ended<float>><<<4, 128>>>(x, y, n);
    sums<outer<float>::inner><<<4, 128>>>(x, y, n);
    of_made<float><<<4, 128>>>(x, y, n);
}
