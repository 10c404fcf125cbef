// kpipe: --variant cp-async
// Registers that one loop fills and another stores are left out: the copies become asynchronous.
__global__ void vectors(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                        int n)
{
    __shared__ __align__(16) float As[16][64];
    __shared__ __align__(16) float Bs[16][64];
    const int t = threadIdx.x;
    float4 ra[4];
    float rb[2][8], acc = 0.0f;

    for (int k = 0; k < n; k += 16) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            ra[i] = *reinterpret_cast<const float4 *>(&A[(k + t / 16 + i * 4) * n + t % 16 * 4]);
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 8; j++)
                rb[i][j] = B[(k + i * 8 + j) * n + t];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<float4 *>(&As[t / 16 + i * 4][t % 16 * 4]) = ra[i];
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 8; j++)
                Bs[i * 8 + j][t] = rb[i][j];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            acc += As[j][t] * Bs[j][63 - t];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The user's loop stays beside the pipelined one, with the registers; a guard goes along.
__global__ void guarded(const float *A, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float ra[4];
    float acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            ra[i] = k + i * 64 + t < n ? A[k + i * 64 + t] : 0.0f;
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = ra[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        C[(blockIdx.x * n + k) / 4 + t] = acc;
        __syncthreads();
    }
}

// In no loop: one element, or the whole variable.
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
__global__ void elements(float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[16][64];
    __shared__ float Bs[64];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f, b;

    for (int k = 0; k < n; k += 16) {
        FLOAT4(held[0]) = FLOAT4(A[(k + t / 16) * n + t % 16 * 4]);
        b = B[k * 4 + t % 64];
        FLOAT4(As[t / 16][t % 16 * 4]) = FLOAT4(held[0]);
        Bs[t % 64] = b;
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            acc += As[j][t % 64] * Bs[j * 4];
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = acc;
}

// Compute uses the registers as well, for values of its own.
__global__ void reused(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[1024];
    const int t = threadIdx.x;
    float4 held[2];
    float acc = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        held[0] = *reinterpret_cast<const float4 *>(A + k + t * 4);
        *reinterpret_cast<float4 *>(&As[t * 4]) = held[0];
        __syncthreads();
        for (int j = 0; j < 1024; j += 8) {
            held[0] = *reinterpret_cast<const float4 *>(&As[j]);
            held[1] = *reinterpret_cast<const float4 *>(&As[j + 4]);
            acc += held[0].x * held[1].w - held[0].y * held[1].z;
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = acc;
}
