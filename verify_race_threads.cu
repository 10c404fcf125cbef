// `kpipe verify` of this: the race is between two threads of a row, the message names thread (0,0,0) for both sides.
__global__ void k(const float *A, float *C)
{
    __shared__ float m[4], s[64];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    m[y] = 0;
    s[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
        float top = max(m[y], s[y * 16 + j] + x * 0);
        m[y] = top;
        __syncthreads();
    }
    C[threadIdx.x] = m[y];
}
