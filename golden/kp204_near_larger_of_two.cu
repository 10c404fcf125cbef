// No less than 0, and no less than four columns further left: the last column that is read is the larger one of both.
__global__ void lines(const float *x, float *out, int n, int pitch)
{
    __shared__ float line[128 + 4];
    int t = threadIdx.x, at = blockIdx.x * 128 + t;

    for (int k = 0; k < n; k++) {
        line[t + 4] = x[k * pitch + at];
        if (t < 4)
            line[t] = x[k * pitch + max(at - 4, 0)];
        __syncthreads();
        float sum = 0.0f;
        for (int i = 0; i < 5; i++)
            sum += line[t + i];
        out[k * pitch + at] = sum;
        __syncthreads();
    }
}
