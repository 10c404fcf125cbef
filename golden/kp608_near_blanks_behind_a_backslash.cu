// Between two tokens it says nothing. TILE is 128: its line goes on.
#define TILE 64 * \ 	
    2
__global__ void load(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[TILE];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        xs[t] = x[k + t] * \ 
                2.0f;
        __syncthreads();
        sum += xs[TILE - 1 - t];
        __syncthreads();
    }
    y[blockIdx.x * TILE + t] = sum;
}
