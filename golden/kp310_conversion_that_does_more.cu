// kpipe: --stages 2
// Methods of elements that read other memory or other bytes, have effects, or are others for a copy.
struct watched {
    volatile unsigned short bits;

    __device__ operator float() const { return bits * 0.125f; }
};

struct half_watched {
    unsigned short bits;
    volatile unsigned short count;

    __device__ operator float() const { return bits * 0.125f; }
};

struct pointing {
    const float *p;

    __device__ operator float() const { return *p; }
};

__device__ float scale;
struct scaled {
    float x;

    __device__ operator float() const { return x * scale; }
};

struct counting {
    float x;
    mutable int n;

    __device__ operator float() const { return x + n++; }
};

struct placed {
    float x;

    __device__ operator float() const { return x + (float)((size_t)this % 64); }
};

struct beside {
    float x;

    __device__ operator float() const { return x + (&x)[1]; }
};

struct by_const {
    float x;

    __device__ operator float() const { return x; }
    __device__ operator float() { return -x; }
};

struct to_two {
    float x;

    __device__ operator float() const { return x; }
    __device__ operator int() { return 7; }
};

struct made {
    float x;

    __device__ made(float y) : x(y + 1) {}
    __device__ operator float() const { return x; }
};

struct base {
    __device__ operator int() { return 7; }
};
struct based : base {
    float x;

    __device__ operator float() const { return x; }
};

struct timed {
    float x;

    __device__ operator float() const { return x + clock(); }
};

__global__ void __launch_bounds__(256) of_watched(const watched *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_half_watched(const half_watched *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_pointing(const pointing *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_scaled(const scaled *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_counting(const counting *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_placed(const placed *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_beside(const beside *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_by_const(const by_const *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_to_two(const to_two *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_made(const made *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_based(const based *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_timed(const timed *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
