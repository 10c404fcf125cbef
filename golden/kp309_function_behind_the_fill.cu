// The function's text stands behind the fill, its call in front of it: it reads what an iteration before has left.
struct body {
    float x, mass;
};

__device__ float left(const body &b);

__global__ void lefts(const body *bodies, float *out, int n)
{
    __shared__ body near_by[128];
    float sum = 0.0f;

    near_by[threadIdx.x] = body{0.0f, 0.0f};
    for (int first = 0; first < n; first += 128) {
        int rows = min(128, n - first);
        if (threadIdx.x < rows)
            sum += left(near_by[threadIdx.x]);
        __syncthreads();
        if (first + threadIdx.x < n)
            near_by[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < rows; k++)
            sum += near_by[k].x;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__device__ float left(const body &b)
{
    return b.x * b.mass;
}
