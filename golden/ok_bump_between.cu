// Pointers advance between the barrier and the inner product.
#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    A += (blockIdx.y * T + ty) * K + tx;
    B += ty * N + blockIdx.x * T + tx;
    C += (blockIdx.y * T + ty) * N + blockIdx.x * T + tx;
    for (int k0 = 0; k0 < K; k0 += T) {
        As[ty][tx] = *A;
        Bs[ty][tx] = *B;
        __syncthreads();

        A += T;
        B += T * N;

        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    *C = sum;
}
