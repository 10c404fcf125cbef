// A function gets the element by reference, and reads it where it is called: behind the fill, below the end of the rows.
struct body {
    float x, y, z, mass;
};

__device__ float pull(const body &a, const body &b)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;

    return b.mass * rsqrtf(dx * dx + dy * dy + dz * dz + 1.0e-9f);
}

__global__ void potential(const body *bodies, float *out, int n)
{
    __shared__ body near_by[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    body me = bodies[min(i, n - 1)];
    float sum = 0.0f;

    for (int first = 0; first < n; first += 128) {
        int j = first + threadIdx.x;
        if (j < n)
            near_by[threadIdx.x] = bodies[j];
        __syncthreads();
        int rows = min(128, n - first);
        for (int k = 0; k < rows; k++)
            sum += pull(me, near_by[k]);
        __syncthreads();
    }
    if (i < n)
        out[i] = sum;
}
