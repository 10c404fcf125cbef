// kpipe: --stages 2
// Views whose bases, or constructors, do something else, or set a member twice or not at all.
__device__ int made;
struct counting {
    float *p;

    __device__ counting() : p(nullptr) { atomicAdd(&made, 1); }
};
struct counts : counting {
    __device__ explicit counts(float *q) { p = q; }
    __device__ float &operator[](int i) { return p[i]; }
};

struct hidden {
    float *p;
};
struct hides : hidden {
    float *p;

    __device__ explicit hides(float *q) { p = q; }
    __device__ float &operator[](int i) { return p[i]; }
};

struct sets_twice {
    float *p;
    int n;

    __device__ explicit sets_twice(float *q) : p(nullptr), n(0) { p = q; }
    __device__ float &operator[](int i) { return p[i + n]; }
};

struct first {
    float *p;
};
struct second {
    int n;
};
struct of_two : first, second {
    __device__ explicit of_two(float *q)
    {
        p = q;
        n = 0;
    }
    __device__ float &operator[](int i) { return p[i + n]; }
};

struct adds {
    float *p;

    __device__ explicit adds(float *q) { p = q + 1; }
    __device__ float &operator[](int i) { return p[i - 1]; }
};

struct leaves {
    float *p;
    int n;

    __device__ explicit leaves(float *q) { p = q; }
    __device__ float &operator[](int i) { return p[i]; }
    __device__ int size() const { return n; }
};

struct sets_both {
    float *p;
    float *q;

    __device__ sets_both(float *a, float *b)
    {
        p = a;
        p = b;
    }
    __device__ float &operator[](int i) { return p[i]; }
};

struct checks {
    float *p;

    __device__ explicit checks(float *q)
    {
        if (threadIdx.x < 128)
            p = q;
        else
            p = q;
    }
    __device__ float &operator[](int i) { return p[i]; }
};

__global__ void __launch_bounds__(256) by_counts(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    counts As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_hides(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    hides As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_sets_twice(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    sets_twice As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_of_two(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    of_two As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_adds(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    adds As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_leaves(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    leaves As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_sets_both(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    sets_both As(raw, other);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) by_checks(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[512];
    __shared__ float other[512];
    checks As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
