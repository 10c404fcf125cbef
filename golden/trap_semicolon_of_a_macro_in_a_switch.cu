// What the macro sets in front of the switch's value is in no tree, and the next load reads it.
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
        sum += tile[127 - t];
        switch (SET(moved = 1) k & 128) {
        case 0:
            sum += 1.0f;
            break;
        default:
            sum += 2.0f;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
