// kpipe: --merge 2x2
// The first value is converted; an assignment would call something else.
#define T 16
struct V2 {
    float x, y;
    V2() = default;
    __device__ V2(float v) : x(v), y(0.0f) {}
    __device__ V2 &operator=(float v)
    {
        x = y = v;
        return *this;
    }
};

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                  int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    V2 sum = 1.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum.x += As[ty][i] * Bs[i][tx], sum.y += As[ty][i];
        __syncthreads();
    }
    C[row * n + col] = sum.x * sum.y;
}
