// What the macro sets in front of the range is in no tree, and the next load reads it.
#define SET(a) a;

__global__ void scan(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    int moved = 0;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t + moved];
        __syncthreads();
        for (SET(moved = 1) float v : tile)
            sum += v * t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
