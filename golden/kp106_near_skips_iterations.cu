// Iterations that an array of flags, a list or the block's own place leave out.
__global__ void by_flags(const float *__restrict__ x, const int *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[blockIdx.x * n + k])
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_list(const float *__restrict__ x, const int *__restrict__ list,
                        float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k;
    for (k = 0; k < n; k += 1) {
        const int block = list[k], other = block + 1; // -1: none
        if (block < 0) { continue; }
        const bool even = other % 2 == 0;
        if (even && k > 2) continue;
        tile[threadIdx.x] = x[block * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

template <int SIZE>
__global__ void by_place(const float *__restrict__ x, float *__restrict__ y, int n, int window)
{
    __shared__ float tile[SIZE];
    float sum = 0;
    for (int k = 0; k < n; k += SIZE) {
        int far = (int)(blockIdx.x * SIZE) - k;
        if (far > window || far < -window)
            continue;
        if (k + threadIdx.x < n)
            tile[threadIdx.x] = x[k + threadIdx.x];
        else
            tile[threadIdx.x] = 0;
        __syncthreads();
        for (int j = 0; j < SIZE; j++)
            sum += tile[j] * (far + j);
        __syncthreads();
    }
    y[blockIdx.x * SIZE + threadIdx.x] = sum;
}

__global__ void in_a_loop(const float *__restrict__ x, const int *__restrict__ live,
                          float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int r = 0; r < 2; r++)
        for (int k = r; k < n; k++) {
            if (live[k] == r)
                continue;
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const int *live, const int *list, float *y, int n)
{
    by_flags<<<8, 256>>>(x, live, y, n);
    in_a_loop<<<8, 256>>>(x, live, y, n);
    by_list<<<8, 256>>>(x, list, y, n);
    by_place<256><<<8, 256>>>(x, y, n, 512);
}
