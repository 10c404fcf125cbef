// Parts of one memory at places and with rows that only the instances of a template know.
template <typename T, int ROWS, int WIDTH> struct shape {
    using value = T;
    static constexpr int rows = ROWS, width = WIDTH;
};

template <class S>
__global__ void product(const typename S::value *__restrict__ A, const typename S::value *__restrict__ B,
                        float *__restrict__ out, int K)
{
    using T = typename S::value;
    extern __shared__ char raw[];
    T *a = reinterpret_cast<T *>(raw);
    T *b = a + S::rows * S::width;
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += S::width) {
        a[y * S::width + x] = A[y * K + k + x];
        b[y * S::width + x] = B[y * K + k + x];
        __syncthreads();
        for (int j = 0; j < S::width; ++j)
            sum += float(a[y * S::width + j]) * float(b[y * S::width + j]);
        __syncthreads();
    }
    out[y * S::width + x] = sum;
}

void launch(const float *A, const float *B, float *out, int K)
{
    product<shape<float, 8, 32>><<<1, dim3(32, 8), 2048>>>(A, B, out, K);
}
