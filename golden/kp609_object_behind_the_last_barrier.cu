// At its end, behind the barrier, an object of the function reads the tile.
struct reader {
    const float *at;
    float *to;
    __device__ ~reader() { *to += at[threadIdx.x ^ 1]; }
};

__device__ float tile_sum(const float *s)
{
    float r = 0.0f;
    reader last{s, &r};
    for (int j = 0; j < 128; j++)
        r += s[j] * (j ^ threadIdx.x);
    __syncthreads();
    return r;
}

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[128];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        sum += tile_sum(s);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
