// What std::is_same_v says of the instances in sight decides what they compute.
#include <type_traits>

template <typename T>
__global__ void product(const T *A, const T *B, float *C, int N, int K)
{
    __shared__ T As[32][32], Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0;

    for (int k = 0; k < K; k += 32) {
        As[ty][tx] = A[ty * K + k + tx];
        Bs[ty][tx] = B[(k + ty) * N + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            if constexpr (std::is_same_v<T, float>)
                acc += As[ty][i] * Bs[i][tx];
            else
                acc += 0.5f * (float)(As[ty][i] * Bs[i][tx]);
        }
        __syncthreads();
    }
    C[ty * N + tx] = acc;
}

void run(float *a, float *b, int *d, int *e, float *c)
{
    product<<<1, dim3(32, 32)>>>(a, b, c, 32, 32);
    product<<<1, dim3(32, 32)>>>(d, e, c, 32, 32);
}
