// kpipe: --variant cp-async
// Near misses of golden/world/integers_*: conversions, remainders, distances and names that are what they seem.
struct Tile {
    static constexpr int ROWS = 2;
};
enum : unsigned char { THREADS = 128 };

// the counter is never negative: [i / 4][i & 3] is [i]
__global__ void quotients(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64][4];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 256) {
        for (int i = t; i < 256; i += 128)
            tile[i / 4][i & 3] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += tile[j / 4][j & 3] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

// an int holds what the sum has, and 8u - 8u is nothing
__global__ void names(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float acc = 0;
    for (int k = 0; k < n; k += 256) {
        const int a = threadIdx.x, b = threadIdx.x + 136u - 8u;
        tile[a] = x[k + a];
        tile[b] = x[k + b];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += tile[j] * (j ^ a);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

// the registers' number is made of a member, an enumerator and the parameter
template <int N>
__global__ void constants(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[Tile::ROWS * N];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += Tile::ROWS * N) {
        constexpr bool both = true;
        for (int i = t; i < (both ? Tile::ROWS : 1) * N; i += THREADS)
            tile[i] = 2 * x[k + i];
        __syncthreads();
        for (int j = 0; j < Tile::ROWS * N; ++j)
            acc += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * THREADS + t] = acc;
}
template __global__ void constants<256>(const float *__restrict__, float *__restrict__, int);
