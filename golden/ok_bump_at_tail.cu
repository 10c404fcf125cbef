// Pointers and the counter advance behind the closing barrier.
#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    const float *a = A + row * K + tx;
    const float *b = B + ty * N + col;
    float sum = 0.0f;
    int done = 0;

    while (done < K) {
        As[ty][tx] = *a;
        Bs[ty][tx] = *b;
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
        a += T;
        b += T * N;
        done += T;
    }
    C[row * N + col] = sum;
}
