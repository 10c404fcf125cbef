// kpipe: --variant cp-async
// The tree has a node for each of these, or it is something else that has the name.
struct sizes {
    int s;
};
#define SQUARE(s) ((s) * (s))
#define FIRST s[0]

__global__ void in_sizeof(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const int q = sizeof(s) / sizeof(FIRST); /* of s */

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += SQUARE(q);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_another(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    sizes size = {2};
    if (n > 3) {
        int s = n;
        size.s += SQUARE(s);
    }

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += size.s;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
