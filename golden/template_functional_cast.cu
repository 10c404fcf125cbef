// float(x) of a template's element: what it reads waits for the instance, what it is does not.
template <typename F>
__global__ void sums(const F *__restrict__ A, const F *__restrict__ B, const F *__restrict__ D,
                     float *__restrict__ C, int n)
{
    __shared__ float a[128], b[128];
    __shared__ unsigned d[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        a[t] = float(A[k + t]);
        b[t] = float{B[k + t]} + 1;
        d[t] = unsigned(__ldg(&D[k + t]));
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += a[j] * b[j ^ t] * d[j];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
template __global__ void sums<float>(const float *, const float *, const float *, float *, int);
