// A method of the kernel's own variable loads, a static one stores; what they return nobody reads.
struct Source {
    const float *data;
    int n;

    __device__ bool is_inside(int at) const { return at < n; }
    __device__ int load(float *regs, int at) const
    {
        for (int i = 0; i < 4; ++i)
            regs[i] = is_inside(at + i * 128) ? this->data[at + i * 128] : 0.0f;
        return at;
    }
};

struct Tile {
    static __device__ bool store(float *tile, const float *regs)
    {
        for (int i = 0; i < 4; ++i)
            tile[threadIdx.x + i * 128] = regs[i];
        return true;
    }
};

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    const Source source = {A, n};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        float frag[4];
        source.load(frag, k + t);
        Tile::store(As, frag);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
