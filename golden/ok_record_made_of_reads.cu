// A record that is made of what is read, in one statement.
struct pair {
    float x, y;
};

__global__ void products(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ out, int n)
{
    __shared__ pair tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = pair{a[k + t], b[k + t]};
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i].x * tile[(i + t) % 128].y;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
