// kpipe: --variant cp-async
// The second class has another method of the name, which an instance of another type would take.
struct add {
    __device__ float first() const { return 0.0f; }
    __device__ float join(float a, float b) const { return a + b; }
};

__device__ int calls;

struct scaled {
    float by;
    __device__ float first() const { return -1.0f; }
    __device__ float join(float a, float b) const { return a + b * by; }
    __device__ double join(double a, double b) const { return a + calls++ * b; }
};

template <typename T, class Op>
__global__ void combine(const T *__restrict__ A, T *C, int K, Op op)
{
    __shared__ T As[256];
    const int t = threadIdx.x;
    T sum = op.first();

    for (int k = 0; k < K; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum = op.join(sum, As[j]);
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int K)
{
    combine<<<1, 256>>>(A, C, K, add{});
    combine<<<1, 256>>>(A, C, K, scaled{2.0f});
}
