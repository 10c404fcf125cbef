// kpipe: --min-blocks 4 --variant cp-async
// Blocks per SM cannot be asked for: no bounds, which would be a limit for launches out of sight; a second
// operand that has a name; three; bounds that a macro holds, or a directive; a template, whose instances differ.
#define BOUNDS __launch_bounds__(256)
#define MIN_BLOCKS 2
template <int A, int B> constexpr int product() { return A * B; }

__global__ void no_bounds(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256, MIN_BLOCKS) named(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256, 2, 1) three(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void BOUNDS in_a_macro(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(product<16, 16>()) arguments_of_a_template(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

template <int T> __global__ void __launch_bounds__(T) a_template(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[256];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 256) {
        s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

template __global__ void a_template<256>(const float *, float *, int);
