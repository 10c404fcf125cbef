// Nobody says how large the blocks are, and the loop has a trip for 64 units of n: executed on small
// sizes by blocks of 32 x 32 threads, of which there are larger ones for such loops.
__global__ void weighted(float *y, const float *__restrict__ x, const float *__restrict__ z, int n)
{
    __shared__ float t[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty;
    float w = 2.0f, acc = 0.0f;
    auto get = [&](int i) { return t[i][tx] * w; };
    {
        float w = z[row];
        for (int k = 0; k < n; k += 64) {
            t[ty][tx] = x[(k / 2 + ty) * 32 + tx];
            __syncthreads();
            for (int i = 0; i < 32; i++)
                acc += get(i) + w;
            __syncthreads();
        }
    }
    y[row * 32 + tx] = acc;
}
