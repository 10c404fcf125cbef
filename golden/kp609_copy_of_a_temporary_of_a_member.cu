// kpipe: -- -std=c++14
// The class copies itself by the constructor of its member, which may store anywhere.
__device__ float *place;

struct mark {
    __device__ mark() {}
    __device__ mark(const mark &) { *place = 1; }
};

struct value {
    float x;
    mark m;
};

__device__ value twice(float x)
{
    value v;

    v.x = 2 * x;
    return v;
}

__device__ float of(value v)
{
    return v.x;
}

__global__ void sums(const float *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ float tile[64];
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = from[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += of(twice(tile[j]));
        __syncthreads();
    }
    to[threadIdx.x] = sum;
}

void run(const float *from, float *to, int n)
{
    sums<<<1, 64>>>(from, to, n);
}
