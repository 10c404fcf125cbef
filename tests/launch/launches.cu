// Launches that choose between a kernel and its twin. Compiled as it is, and as kpipe rewrites it, where ROOM is
// defined: then it is known which launches the twin has to serve.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define THREADS 256

// Stages of 24 KB, three of them: static shared memory becomes dynamic.
__global__ void __launch_bounds__(THREADS)
    static_tile(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[192][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 192) {
        for (int i = 0; i < 24; ++i)
            tile[t / 32 + i * 8][t % 32] = x[(size_t)k * 32 + t + i * THREADS];
        __syncthreads();
        for (int j = 0; j < 192; ++j)
            sum += tile[j][t % 32] * (float)((j ^ t) & 7);
        __syncthreads();
    }
    out[blockIdx.x * THREADS + t] = sum + blockIdx.x;
}

template <int ROWS>
__global__ void __launch_bounds__(THREADS)
    template_tile(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[ROWS][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += ROWS) {
        for (int i = t; i < ROWS * 32; i += THREADS)
            tile[i / 32][i % 32] = x[(size_t)k * 32 + i];
        __syncthreads();
        for (int j = 0; j < ROWS; ++j)
            sum += tile[j][t % 32] * (float)((j ^ t) & 7);
        __syncthreads();
    }
    out[blockIdx.x * THREADS + t] = sum + blockIdx.x;
}

// The launch says how large the tile is: three stages may not fit.
__global__ void __launch_bounds__(THREADS)
    dynamic_tile(const float *__restrict__ x, float *__restrict__ out, int n, int rows)
{
    extern __shared__ __align__(16) float tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += rows) {
        for (int i = t; i < rows * 32; i += THREADS)
            tile[i] = x[(size_t)k * 32 + i];
        __syncthreads();
        for (int j = 0; j < rows; ++j)
            sum += tile[j * 32 + t % 32] * (float)((j ^ t) & 7);
        __syncthreads();
    }
    out[blockIdx.x * THREADS + t] = sum + blockIdx.x;
}

static void launch_static(const float *x, float *out, int n, int blocks, cudaStream_t stream)
{
    static_tile<<<blocks, THREADS, 0, stream>>>(x, out, n);
}

static void launch_template(const float *x, float *out, int n, int blocks, int rows)
{
    if (rows == 192)
        template_tile<192><<<dim3(blocks), dim3(THREADS)>>>(x, out, n);
    else
        template_tile<96><<<dim3(blocks), dim3(THREADS)>>>(x, out, n);
}

static void launch_dynamic(const float *x, float *out, int n, int blocks, int rows)
{
    dynamic_tile<<<blocks, THREADS, rows * 32 * sizeof(float)>>>(x, out, n, rows);
}

// ---- the host ------------------------------------------------------------------------------------

enum { BLOCKS = 7 };

static int passed, failed;

static void check(bool good, const char *what, int n, int rows)
{
    ++(good ? passed : failed);
    if (!good)
        printf("FAILED %s, n = %d, rows = %d\n", what, n, rows);
}

static void must(cudaError_t e, const char *what)
{
    if (e == cudaSuccess)
        return;
    printf("%s: %s\n0 passed, 1 failed\n", what, cudaGetErrorString(e));
    exit(1);
}

struct data {
    std::vector<float> x, out;
    float *device_x, *device_out;
};

static data data_of(int n)
{
    data d;

    d.x.resize((size_t)n * 32 + 1);
    d.out.resize(BLOCKS * THREADS);
    for (size_t i = 0; i < d.x.size(); ++i)
        d.x[i] = (float)(i * 2654435761u % 17);
    must(cudaMalloc(&d.device_x, d.x.size() * sizeof(float)), "cudaMalloc");
    must(cudaMalloc(&d.device_out, d.out.size() * sizeof(float)), "cudaMalloc");
    must(cudaMemcpy(d.device_x, d.x.data(), d.x.size() * sizeof(float), cudaMemcpyHostToDevice),
         "cudaMemcpy");
    must(cudaMemset(d.device_out, 0xff, d.out.size() * sizeof(float)), "cudaMemset");
    return d;
}

// Whole numbers, small enough that every order of adding them gives the same bits.
static bool is_right(data &d, int n, int rows)
{
    bool right = true;

    must(cudaGetLastError(), "launch");
    must(cudaMemcpy(d.out.data(), d.device_out, d.out.size() * sizeof(float),
                    cudaMemcpyDeviceToHost),
         "kernel");
    for (int b = 0; b < BLOCKS; ++b)
        for (int t = 0; t < THREADS; ++t) {
            float sum = 0.0f;

            for (int i = 0; i < n; ++i)
                sum += d.x[(size_t)i * 32 + t % 32] * (float)((i % rows ^ t) & 7);
            right = right && d.out[b * THREADS + t] == sum + b;
        }
    must(cudaFree(d.device_x), "cudaFree");
    must(cudaFree(d.device_out), "cudaFree");
    return right;
}

static void all_of(int n, int rows)
{
    data d = data_of(n);

    if (rows == 192) {
        launch_static(d.device_x, d.device_out, n, BLOCKS, nullptr);
        check(is_right(d, n, rows), "static tile", n, rows);
        d = data_of(n);
    }
    if (rows == 192 || rows == 96) {
        launch_template(d.device_x, d.device_out, n, BLOCKS, rows);
        check(is_right(d, n, rows), "template's tile", n, rows);
        d = data_of(n);
    }
    launch_dynamic(d.device_x, d.device_out, n, BLOCKS, rows);
    check(is_right(d, n, rows), "dynamic tile", n, rows);
}

#ifdef ROOM
static void check_room(int most)
{
    const void *twin = (const void *)kp_pipelined::static_tile;
    const void *plain = (const void *)static_tile;
    const size_t bytes = 3 * 192 * 32 * sizeof(float);

    check(kp_pipelined::ROOM_OF_TWINS(twin, bytes, plain, 0, dim3(THREADS), false) ==
              (bytes <= (size_t)most),
          "room for three stages", 0, 192);
    check(!kp_pipelined::ROOM_OF_TWINS(twin, most + 1, plain, 0, dim3(THREADS), false),
          "no room for more than a block can have", 0, 192);
    check(!kp_pipelined::ROOM_OF_TWINS(twin, bytes, plain, 0, dim3(2048), false),
          "no room for more threads than a block can have", 0, 192);
    check(!kp_pipelined::ROOM_OF_TWINS(twin, most, plain, 0, dim3(THREADS), true),
          "no room where blocks per SM would be lost", 0, 192);
}
#endif

int main()
{
    int device, most;

    must(cudaGetDevice(&device), "cudaGetDevice");
    must(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "attribute");
    // Launches of the kernel itself may ask for so much: where three stages of that do not fit, it runs.
    must(cudaFuncSetAttribute(dynamic_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
         "cudaFuncSetAttribute");
    for (int tiles = 0; tiles <= 5; ++tiles) {
        all_of(tiles * 96, 96);
        all_of(tiles * 192, 192);
        all_of(tiles * 8, 8);
        all_of(tiles * (most / 128), most / 128);
    }
#ifdef ROOM
    check_room(most);
#endif
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
