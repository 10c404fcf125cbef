// The helper moves the pointer that it reads through: where that leads is not followed. No race is claimed.
#define T 8
#define BK 8
__device__ void load_a(float (&to)[T][BK], const float *&p, int ld) { to[threadIdx.y][threadIdx.x] = p[threadIdx.y * ld + threadIdx.x]; p += BK; }
__device__ void load_b(float (&to)[BK][T], const float *p, int ld) { to[threadIdx.y][threadIdx.x] = p[threadIdx.y * ld + threadIdx.x]; }
__global__ void product(const float *A, const float *B, float *C, int n, int ld)
{
    __shared__ float As[T][BK];
    __shared__ float Bs[BK][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0;
    const float *p = A + blockIdx.y * T * ld;
    for (int k0 = 0; k0 < n; k0 += BK) {
        load_a(As, p, ld);
        load_b(Bs, B + k0 * ld + blockIdx.x * T, ld);
        __syncthreads();
        for (int j = 0; j < BK; j++)
            acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    C[(blockIdx.y * T + ty) * ld + blockIdx.x * T + tx] = acc;
}
