// kpipe: --stages 2
// What the elements hold is a number or an object in every instance: their values are no addresses in the tile.
template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int n)
{
    __shared__ scalar_t tile[256];
    const int t = threadIdx.x;
    scalar_t sum = 0, most = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            auto &v = tile[j ^ t];
            const scalar_t &w = tile[j];
            scalar_t both[2] = {tile[j], tile[t]};
            sum += v * w;
            most = both[0] > both[1] ? both[0] : most;
        }
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum + most;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
