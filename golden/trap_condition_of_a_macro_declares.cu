// The macro's condition declares a variable. What follows is the branch, and its else sets what the next load reads.
#define IF(test) if (test)

__global__ void scan(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    int moved = 0;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t + moved];
        __syncthreads();
        IF(int odd = (k & 128))
            sum += tile[127 - t] * odd;
        else
            moved = 1;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
