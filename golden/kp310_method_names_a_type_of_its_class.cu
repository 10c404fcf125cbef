// In the method `Word` is the class's own type; in the kernel it would be the file's.
typedef short Word;

template <typename T>
__device__ float converted(float x)
{
    return (float)(T)x;
}

struct Tiles {
    typedef signed char Word;
    const float *src;

    __device__ void load(float *tile, int at) const { tile[threadIdx.x] = converted<Word>(src[at] * 100.0f); }
};

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    Tiles tiles;

    tiles.src = A;
    for (int k = 0; k < n; k += 128) {
        tiles.load(As, k + t);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 128] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
