// kpipe: --alone compute --shape late-ring
// One tile, in the ring.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int K, int ld)
{
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0.f;
    int done = 0;

    A += (blockIdx.y * 16 + ty) * ld + tx;
    B += ty * ld + blockIdx.x * 16 + tx;
    while (done < K) {
        As[ty][tx] = *A;
        Bs[ty][tx] = *B;
        A += 16;
        B += 16 * ld;
        done += 16;
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[(blockIdx.y * 16 + ty) * ld + blockIdx.x * 16 + tx] = acc;
}
