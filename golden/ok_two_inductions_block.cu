// The CUDA samples' header: begin, end and step per block.
#define T 16

__global__ void matmul(float *C, const float *__restrict__ A, const float *__restrict__ B, int wA,
                       int wB)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int aBegin = wA * T * blockIdx.y;
    const int aEnd = aBegin + wA - 1;
    const int bBegin = T * blockIdx.x;
    float sum = 0.0f;

    for (int a = aBegin, b = bBegin; a <= aEnd; a += T, b += T * wB) {
        __shared__ float As[T][T];
        __shared__ float Bs[T][T];
        As[ty][tx] = A[a + wA * ty + tx];
        Bs[ty][tx] = B[b + wB * ty + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[wB * T * blockIdx.y + T * blockIdx.x + wB * ty + tx] = sum;
}
