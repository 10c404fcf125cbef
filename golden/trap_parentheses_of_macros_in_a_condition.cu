// By the text the parentheses of the condition end behind the branch.
#define OPEN (
#define CLOSE )

__global__ void scan(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    int moved = 0;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t + moved];
        __syncthreads();
        sum += tile[127 - t];
        if (k & 128 CLOSE moved = OPEN 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
