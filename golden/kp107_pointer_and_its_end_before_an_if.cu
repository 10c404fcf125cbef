// Between the end and the loop each thread may move its pointer by a part of its own, or comes again.
__global__ void thread_moves_it(const float *B, float *C, int k)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    const float *p = B + t, *end = p + k - k % 64;
    float sum = 0.0f;

    if (k > 63) {
        p += 64 * (t % 2);
        do {
            tile[t] = *p;
            __syncthreads();
            for (int i = 0; i < 64; ++i)
                sum += tile[i] * (i + 1);
            p += 64;
            __syncthreads();
        } while (p < end);
    }
    C[t] = sum;
}

__global__ void part_of_the_end(const float *B, float *C, int k)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    const float *p = B + t, *end = p + k - t % 2 * 64;
    float sum = 0.0f;

    do {
        tile[t] = *p;
        __syncthreads();
        for (int i = 0; i < 64; ++i)
            sum += tile[i] * (i + 1);
        p += 64;
        __syncthreads();
    } while (p < end);
    C[t] = sum;
}

__global__ void comes_again(const float *B, float *C, int k, int again)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    const float *p = B + t, *end = p + k;
    float sum = 0.0f;

from_here:;
    do {
        tile[t] = *p;
        __syncthreads();
        for (int i = 0; i < 64; ++i)
            sum += tile[i] * (i + 1);
        p += 64;
        __syncthreads();
    } while (p < end);
    p = B + 64 * t;
    if (again-- > 0)
        goto from_here;
    C[t] = sum;
}

__global__ void loop_around(const float *B, float *C, int k, int rows)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    const float *p = B + t;
    float sum = 0.0f;

    for (const float *end = p + k; rows > 0; --rows) {
        do {
            tile[t] = *p;
            __syncthreads();
            for (int i = 0; i < 64; ++i)
                sum += tile[i] * (i + 1);
            p += 64;
            __syncthreads();
        } while (p < end);
        p = B + 64 * t;
    }
    C[t] = sum;
}

void run(const float *B, float *C, int k)
{
    thread_moves_it<<<1, 64>>>(B, C, k);
    part_of_the_end<<<1, 64>>>(B, C, k);
    comes_again<<<1, 64>>>(B, C, k, 1);
    loop_around<<<1, 64>>>(B, C, k, 2);
}
