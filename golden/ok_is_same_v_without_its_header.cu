// std::is_same_v without <type_traits> has the value that it has with it.
template <typename T>
__global__ void product(const T *A, const T *B, T *C, int N, int K)
{
    __shared__ T As[32][32], Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    T acc = 0;

    static_assert(std::is_same_v<T, float> && !std::is_same_v<T, const float>, "float");
    for (int k = 0; k < K; k += 32) {
        As[ty][tx] = A[ty * K + k + tx];
        Bs[ty][tx] = B[(k + ty) * N + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            acc += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[ty * N + tx] = acc;
}

void run(float *a, float *b, float *c)
{
    product<<<1, dim3(32, 32)>>>(a, b, c, 32, 32);
}
