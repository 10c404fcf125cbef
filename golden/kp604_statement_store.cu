// The store that may change the next tile stands in a statement expression.
__global__ void filter(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        sum = ({
            y[i + t] = sum;
            sum;
        });
        __syncthreads();
    }
}
