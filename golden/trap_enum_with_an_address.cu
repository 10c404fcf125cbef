// An enumeration may have an operator & of its own, by which cp.async would copy the next element.
enum class code : int {};

__device__ const code *operator&(const code &c)
{
    return reinterpret_cast<const code *>(&reinterpret_cast<const int &>(c) + 1);
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
