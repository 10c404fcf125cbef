// kpipe: --variant cp-async
// The name is bound to the first stage where the tile is declared, and no jump may lead past that.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;

    if (n < 0)
        goto end;
    __shared__ float xs[128];
    sum += sizeof(xs);
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
end:
    y[t] = sum;
}
