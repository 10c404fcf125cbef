enum { W = 1 }; struct Cfg { enum { W = 2 }; };
template <int N>
__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[N];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += N) {
        for (int i = t; i < N / 2 * Cfg::W; i += 128) As[i] = 2 * A[k + i];
        __syncthreads();
        for (int j = 0; j < N; j++) s += As[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
template __global__ void k<256>(float *__restrict__, const float *__restrict__, const float *__restrict__, const int *__restrict__, int);
