// kpipe: -- -DGIVEN=2
// What the text rests on is said in front of each loop, wherever the value comes from.
#define ROWS 8
#define THREADS (ROWS * 16)
#define HIDDEN 4
#define AT(i, j) ((i) * HIDDEN * 4 + (j))
#define HALF(n) ((n) / 2)
#define MASK 16 | 15
typedef float element;
struct alignas(8) pair {
    element a, b;
};
namespace shape {
constexpr int WIDTH = 128;
__device__ int moved(int i)
{
    return i % WIDTH;
}
}
struct config {
    static constexpr int STEP = 128;
    enum { LINES = 8 };
};
enum class kind { none, some = 3 };
template <int N>
struct number {
    static constexpr int value = N;
};
const int COUNT = 128;
static constexpr int ARGUMENT = 64;
__host__ __device__ constexpr int twice(int n)
{
    return 2 * n;
}

__global__ void __launch_bounds__(THREADS)
    macros(const element *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ element s[THREADS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += ROWS * 16 * GIVEN / 2) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < HALF(THREADS); ++j)
            sum += s[AT(j / 16, j % 16)] * (MASK);
        __syncthreads();
    }
    y[blockIdx.x * THREADS + t] = sum;
}

__global__ void names(const element *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ element s[number<ARGUMENT * 2>::value];
    const int t = threadIdx.x;
    const int pad = -1, last = twice(ARGUMENT) + pad;
    float sum = 0.0f;

    for (int k = 0; k < n; k += config::STEP) {
        s[shape::moved(t)] = x[k + t];
        __syncthreads();
        for (int j = 0; j < number<ARGUMENT>::value; ++j)
            sum += s[j] * config::LINES + s[last];
        if (static_cast<int>(kind::some) == t)
            sum += 1.0f;
        __syncthreads();
    }
    y[blockIdx.x * COUNT + t] = sum;
}

__global__ void types(const pair *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ pair s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j].a;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

static __global__ void launched(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < 128; i += blockDim.x)
            s[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *y, int n, cudaStream_t stream)
{
    launched<<<n / 128, COUNT, 0, stream>>>(x, y, n);
}
