// Double-buffered by hand: what selects the buffer that is filled is in the index of the one that is read, too.
__global__ void other(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int cur = 0;

    xs[0][t] = x[t];
    __syncthreads();
    for (int k = 128; k < n; k += 128) {
        int next = cur ^ 1;
        xs[next][t] = x[k + t];
        for (int i = 0; i < 128; i++)
            sum += xs[1 - next][i];
        __syncthreads();
        cur ^= 1;
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void element(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int cur = 0;

    xs[0][t] = x[t];
    __syncthreads();
    for (int k = 128; k < n; k += 128) {
        int next = cur ^ 1;
        xs[next][t] = x[k + t];
        sum += xs[cur][(t + next) % 128];
        __syncthreads();
        cur ^= 1;
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void trip(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    xs[t] = x[t];
    __syncthreads();
    for (int k = 1; k < n; k++) {
        xs[k % 2 * 128 + t] = x[k * 128 + t];
        for (int i = 0; i < 128; i++)
            sum += xs[(1 - k % 2) * 128 + i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    other<<<8, 128>>>(x, y, n);
    element<<<8, 128>>>(x, y, n);
    trip<<<8, 128>>>(x, y, n);
}
