// What stands in front of a static function's name is evaluated, though the function has no object: where the function's
// text stands in place of the call, that must not be left out. `plainly` and `plain_pointer` have nothing but names there.
// kpipe: --stages 2
#define T 128

struct ring {
    int at;

    static __device__ void wait()
    {
        __syncthreads();
    }
};

__device__ ring *next(int *turns)
{
    *turns += 7;
    return nullptr;
}

__global__ void called(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int turns = 0;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        next(&turns)->wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum + turns;
}

__global__ void indexed(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int turns = 0;
    ring two[2];

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        two[turns++ & 1].wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum + turns;
}

__global__ void plainly(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    ring two[2];

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        two[i & 1].wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}

__global__ void plain_pointer(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    ring *of = nullptr;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        of->wait();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}
