// kpipe: --stages 2
// `line[32]` of a parameter bounds nothing: the upper half of the tile, which is filled before the loop, is read, too.
static __device__ float at(const float line[32], int i)
{
    return line[i];
}

__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[32 + t] = A[t];
    for (int k = 0; k < n; k += 32) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 2 * 32; i++)
            sum += at(tile, i) * (i + 1);
        __syncthreads();
    }
    out[blockIdx.x * 32 + t] = sum;
}

void launch(const float *A, float *out, int n)
{
    rows<<<4, 32>>>(A, out, n);
}
