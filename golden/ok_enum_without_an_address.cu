// As trap_enum_with_an_address, but the operator is the one of two operands.
enum class code : int {};

__device__ code operator&(code a, code b)
{
    return code(int(a) & int(b));
}

__global__ void gemv(const float *__restrict__ A, const code *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ code xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * int(xs[j]);
        __syncthreads();
    }
    y[t] = sum;
}
