// kpipe: --stages 2
// A byte has 192 and more as negative numbers: what is stored by w is the tile. A test that the sum fits into the byte
// would never hold.
__global__ void __launch_bounds__(64) sums(float *out, const float *__restrict__ x, int n)
{
    __shared__ float buffer[192];
    float *tile = buffer, *w = buffer + 64;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
        w[(signed char)(t + 192)] = sum;
        __syncthreads();
        sum += tile[(t + 5) % 64];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
