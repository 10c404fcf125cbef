// kpipe: --stages 2
// In a template, a closure hides the functions that have its name, and methods are none of them.
template <typename T> struct reader {
    const T *from;

    __device__ T load(int i) const
    {
        return from[i] + T(1);
    }
};

template <typename T>
__device__ void load(T k)
{
    asm volatile("trap;");
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ T s[8][33];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;
    auto load = [&](int k) { s[row][column] = A[row * n + k + column]; };

    for (int k0 = 0; k0 < n; k0 += 32) {
        load(k0);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, float *out, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, out, n);
}
