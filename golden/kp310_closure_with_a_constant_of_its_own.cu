// A constant that a closure captures is named by nothing but an argument of a template, and another
// one of that name stands at the call: a constant that the closure itself declares later, or a macro
// that says the name, does not hide that.
#define TIMES(v) times<SCALE>(v)

template <int BY> __device__ float times(float v)
{
    return v * BY;
}

__global__ void declared_later(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 2;
    float sum = 0;
    auto load = [&](int k) {
        tile[threadIdx.x] = times<SCALE>(x[k * 256 + threadIdx.x]);
        {
            constexpr int SCALE = 5;
            static_assert(SCALE == 5, "");
        }
    };
    for (int k = 0; k < n; k++) {
        constexpr int SCALE = 3;
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += times<SCALE>(tile[j]) * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 2;
    float sum = 0;
    auto load = [&](int k) { tile[threadIdx.x] = TIMES(x[k * 256 + threadIdx.x]); };
    for (int k = 0; k < n; k++) {
        constexpr int SCALE = 3;
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += times<SCALE>(tile[j]) * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

// The closure's own, and the same macro where it says the same.
__global__ void near_miss(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 2;
    float sum = 0;
    auto load = [&](int k) {
        constexpr int MORE = 5;
        const float v = times<MORE>(TIMES(x[k * 256 + threadIdx.x]));
        for (int i = 0; i < 1; i++)
            tile[threadIdx.x + i] = v;
    };
    for (int k = 0; k < n; k++) {
        constexpr int MORE = 3;
        load(k);
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += times<MORE>(tile[i]) * i;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    declared_later<<<8, 256>>>(x, y, n);
    by_a_macro<<<8, 256>>>(x, y, n);
    near_miss<<<8, 256>>>(x, y, n);
}
