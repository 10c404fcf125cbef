// The loop's step is a parameter to which the caller gives what it likes: no tiles are counted.
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K, const int side)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + side * side;
    const int tx = threadIdx.x, ty = threadIdx.y, first = K * side * blockIdx.y, last = first + K - 1;
    float sum = 0.0f;

    for (int a = first, b = side * blockIdx.x; a <= last; a += side, b += side * N) {
        As[ty * side + tx] = A[a + K * ty + tx];
        Bs[ty * side + tx] = B[b + N * ty + tx];
        __syncthreads();
        for (int k = 0; k < side; ++k)
            sum += As[ty * side + k] * Bs[k * side + tx];
        __syncthreads();
    }
    C[(blockIdx.y * side + ty) * N + blockIdx.x * side + tx] = sum;
}

void run(const float *A, const float *B, float *C, int M, int N, int K, int side)
{
    product<<<dim3(N / 16, M / 16), dim3(16, 16), 2 * 16 * 16 * sizeof(float)>>>(A, B, C, M, N, K, side);
}
