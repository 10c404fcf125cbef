// kpipe: --stages 2
// The last number is the first one of the next element.
struct point {
    float at[8];

    __device__ float dot(const point &other) const
    {
        float sum = 0.0f;

        for (int i = 0; i <= 8; i++)
            sum += at[i] * other.at[i];
        return sum;
    }
};

__global__ void largest(const point *points, float *out, int n)
{
    __shared__ point near_by[64];
    point me = points[threadIdx.x];
    float most = 0.0f;

    for (int first = 0; first < n; first += 64) {
        int count = min(64, n - first);
        if (threadIdx.x < count)
            near_by[threadIdx.x] = points[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; j++)
            most = fmaxf(most, me.dot(near_by[j]));
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = most;
}
