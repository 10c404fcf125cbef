// A macro in the value of a switch, with no statement in front of it.
#define ODD(a) ((a) & 128)

__global__ void scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[127 - t];
        switch (ODD(k)) {
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
