// As kp609_near_empty_destructor, but the body is empty of a destructor that is virtual, of one whose
// member's is not, and of one that is written elsewhere.
__device__ int offset;
struct base {
    float v;
    __device__ virtual ~base() {}
};
struct count {
    __device__ ~count() { offset += 1; }
};
struct holder {
    count c;
    __device__ ~holder() {}
};
struct elsewhere {
    __device__ ~elsewhere();
};
__device__ elsewhere::~elsewhere() { offset += 1; }

template <class T> __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        T object;
        xs[t] = x[k + offset + t];
        __syncthreads();
        acc += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__global__ void of_base(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        base object;
        xs[t] = x[k + offset + t];
        __syncthreads();
        acc += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__global__ void of_holder(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        holder object;
        xs[t] = x[k + offset + t];
        __syncthreads();
        acc += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<elsewhere><<<4, 128>>>(x, y, n);
}
