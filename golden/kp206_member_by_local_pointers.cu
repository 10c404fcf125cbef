// Pointers that are made of one member, and one that is aimed at another member later.
struct params {
    float *x, *y;
    int L, stride;
};

template <int N>
__global__ void in_place(const params p)
{
    __shared__ float tile[N];
    const int t = threadIdx.x;
    const float *from = &p.x[blockIdx.x * p.stride + t];
    float *to = p.x + blockIdx.x * p.stride + t;
    float sum = 0.0f;

    for (int k = 0; k < p.L; k += N) {
        tile[t] = *from;
        from += N;
        __syncthreads();
        for (int j = 0; j < N; ++j)
            sum += tile[j];
        *to = sum;
        to += N;
        __syncthreads();
    }
}

template <int N>
__global__ void aimed_again(const params p)
{
    __shared__ float tile[N];
    const int t = threadIdx.x;
    const float *from = p.x + t;
    float *to = p.y + t;
    float sum = 0.0f;

    if (p.stride > 1)
        to = p.x + p.stride;
    for (int k = 0; k < p.L; k += N) {
        tile[t] = *from;
        from += N;
        __syncthreads();
        for (int j = 0; j < N; ++j)
            sum += tile[j];
        *to = sum;
        to += N;
        __syncthreads();
    }
}

template __global__ void in_place<128>(const params p);
template __global__ void aimed_again<128>(const params p);
