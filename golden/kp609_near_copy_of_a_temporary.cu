// kpipe: -- -std=c++14
// Before C++17 an object that is made of a temporary is a copy of it, which compilers leave out.
struct pair {
    float x, y;
};

__device__ pair make_pair(float x, float y)
{
    pair p;

    p.x = x;
    p.y = y;
    return p;
}

__device__ pair add(pair a, pair b)
{
    return make_pair(a.x + b.x, a.y + b.y);
}

__global__ void sums(const float4 *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ float4 tile[64];
    pair both = make_pair(0, 0);

    for (int k = 0; k < n; k += 64) {
        float4 v = make_float4(0, 0, 0, 0);

        if (k + threadIdx.x < n)
            v = __ldg(&from[k + threadIdx.x]);
        tile[threadIdx.x] = v;
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            float4 w = tile[j];

            both = add(both, make_pair(w.x * w.y, w.z * w.w));
        }
        __syncthreads();
    }
    to[threadIdx.x] = both.x * both.y;
}

void run(const float4 *from, float *to, int n)
{
    dim3 block = dim3(64, 1, 1);

    sums<<<1, block>>>(from, to, n);
}
