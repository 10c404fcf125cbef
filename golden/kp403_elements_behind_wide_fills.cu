// kpipe: --stages 2
// Words of the vector behind the end are read, too: what they hold is from an iteration before.
#define ROWS 32
#define WIDTH 64

__global__ void __launch_bounds__(128)
    dot_rows(const float *__restrict__ keys, const float *__restrict__ query, float *out, int n)
{
    __shared__ __align__(16) float tile[ROWS + 1][WIDTH];
    const int half = (threadIdx.x & 1) * (WIDTH / 2);
    float sum = 0.0f;

    for (int first = 0; first < n; first += ROWS) {
        const int rows = min(ROWS, n - first);
        const float4 *from = (const float4 *)(keys + (size_t)first * WIDTH);
        float4 *to = (float4 *)&tile[0][0];

        for (int i = threadIdx.x; i < rows * WIDTH / 4; i += 128)
            to[i] = from[i];
        __syncthreads();
        for (int j = 0; j <= rows; j++)
            for (int c = 0; c < WIDTH / 2; c++)
                sum += query[c] * tile[j][half + c];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
