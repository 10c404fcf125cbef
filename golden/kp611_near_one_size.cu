// kpipe: --from kp611_near_one_size.a.inc --from kp611_near_one_size.b.inc
#ifndef SIZE
#define SIZE 32
#endif

__global__ void gemm(const float *A, const float *B, float *C, int K)
{
    __shared__ float As[SIZE][SIZE], Bs[SIZE][SIZE];
    float acc = 0;

    for (int k = 0; k < K; k += SIZE) {
        As[threadIdx.y][threadIdx.x] = A[threadIdx.y * K + k + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * SIZE + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < SIZE; i++)
            acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    C[threadIdx.y * SIZE + threadIdx.x] = acc;
}
