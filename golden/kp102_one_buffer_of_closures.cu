// The closures fill and read the same buffer, with no barrier between: a race.
__global__ void turns(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[2][256];
    float sum = 0;
    auto load = [&](int to, int k) { tile[to][threadIdx.x] = x[k * 256 + threadIdx.x]; };
    auto add = [&](int from) {
        for (int j = 0; j < 256; ++j)
            sum += tile[from][j];
    };

    load(0, 0);
    __syncthreads();
    for (int k = 1; k < n; ++k) {
        int next = k & 1;

        load(next, k);
        add(next);
        __syncthreads();
    }
    add((n - 1) & 1);
    y[threadIdx.x] = sum;
}
