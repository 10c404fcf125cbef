// In the output a reference names the tile, whose type the template leaves open: what compute takes
// out of it in vectors are numbers, no addresses of the tile.
#define FOUR(x) (*reinterpret_cast<float4 *>(&(x)))
#define FOUR_OF(x) (*reinterpret_cast<const float4 *>(&(x)))

template <int ROWS, int DEPTH>
__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float as[ROWS][DEPTH];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += DEPTH) {
        FOUR(as[t / 4][t % 4 * 4]) = FOUR_OF(a[(size_t)t / 4 * n + k + t % 4 * 4]);
        __syncthreads();
        for (int i = 0; i < DEPTH; ++i) {
            __align__(16) float part[4];
            FOUR(part[0]) = FOUR(as[i][t % 4 * 4]);
            sum += part[1] * part[2];
        }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
