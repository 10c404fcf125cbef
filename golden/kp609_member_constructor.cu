// Making the object calls a constructor of a member, which nobody sees.
struct checked {
    int n;
    __device__ checked(int n);
    __device__ operator int() const { return n; }
};
struct view {
    const float *p;
    int first;
    checked count;
    __device__ const float &operator[](int i) const { return p[i < count ? first + i : first]; }
};

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = view{x, k, n - k}[t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
