// A pointer that has moved since its end was made of it, or that not all threads move alike; an end
// that is further away for some, and one that moves.
__global__ void moved(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A, *end = p + n;

    p += t;
    for (; p < end; p += 64) {
        tile[t] = *p;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void stepped(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A;
    const float *end = p + n;

    for (; p < end; p += 64 + t) {
        tile[t] = *p;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void stepped_by_some(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A + t;
    const float *end = p + n;

    while (p < end) {
        tile[t] = *p;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
        p += 64;
        if (t > 7)
            p += 64;
    }
    C[t] = sum;
}

__global__ void further_away(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A + t;
    const float *end = p + (n + t);

    for (; p < end; p += 64) {
        tile[t] = *p;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void end_moves(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A + t;
    const float *end = p + n;

    end -= t;
    for (; p < end; p += 64) {
        tile[t] = *p;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void round_again(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A + t;
    const float *end = p + n;

    for (int r = 0; r < 4; ++r) {
        for (; p < end; p += 64) {
            tile[t] = *p;
            __syncthreads();
            sum += tile[63 - t];
            __syncthreads();
        }
        p -= t;
    }
    C[t] = sum;
}
