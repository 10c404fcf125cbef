// kpipe: --variant cp-async
// The tile's pointer is made in the loop, from the scratch's: it would stay where that stays.
#define ROWS 32
#define DIM 64
static __global__ void __launch_bounds__(128) scores(const float *__restrict__ K, float *__restrict__ O, int n)
{
    extern __shared__ char raw[];

    float *work = (float *)raw;
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    float *mine = work + warp * 8 * ROWS;
    float s = 0.0f;

    for (int b = 0; b < n; b += ROWS) {
        float *tile = work + 4 * 8 * ROWS;
        for (int i = t; i < ROWS * DIM; i += 128)
            tile[i] = K[b * DIM + i];
        __syncthreads();
        for (int r = 0; r < 8; r++)
            mine[r * ROWS + lane] = tile[r * DIM + lane] * 2.0f;
        __syncthreads();
        for (int r = 0; r < 8; r++)
            s += work[r * ROWS + lane] + tile[lane * DIM + r];
        __syncthreads();
    }
    O[blockIdx.x * 128 + t] = s;
}

void run(const float *K, float *O, int n)
{
    scores<<<8, 128, (ROWS * DIM + 4 * 8 * ROWS) * sizeof(float)>>>(K, O, n);
}
