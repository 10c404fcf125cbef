// Pointers that are made of different members of one record: as far as the names tell they are two,
// whose memory may still be the same.
struct params {
    float *out;
    const float *q;
    int L, stride;
};

template <int N>
__global__ void rows(const params p)
{
    __shared__ float tile[N];
    const int t = threadIdx.x;
    const float *from = &p.q[blockIdx.x * p.stride + t];
    float *to = p.out + blockIdx.x * p.stride + t;
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

template __global__ void rows<128>(const params p);
