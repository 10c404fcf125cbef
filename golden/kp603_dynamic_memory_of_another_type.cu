// Dynamic shared memory has the same name in two kernels, and other dimensions.
__global__ void first(float *o)
{
    extern __shared__ float s[];
    o[0] = s[threadIdx.x];
}

template <int T> __global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float s[][T];
    float sum = 0.0f;

    for (int i = 0; i < n; i += T) {
        s[threadIdx.y][threadIdx.x] = A[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += s[threadIdx.y][j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
template __global__ void k<32>(const float *, float *, int);
