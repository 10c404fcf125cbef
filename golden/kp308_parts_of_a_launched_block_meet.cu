// kpipe: --variant cp-async
// All launches in sight have a fifth warp, whose scratch is in the tile.
#define ROWS 32
#define DIM 64
static __global__ void scores(const float *__restrict__ K, float *__restrict__ O, int n)
{
    extern __shared__ char raw[];
    float *tile = (float *)(raw + 4 * 8 * ROWS * sizeof(float));
    float *work = (float *)raw;
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    float *mine = work + warp * 8 * ROWS;
    float s = 0.0f;

    for (int b = 0; b < n; b += ROWS) {
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
    scores<<<8, 160, (ROWS * DIM + 4 * 8 * ROWS) * sizeof(float)>>>(K, O, n);
}
