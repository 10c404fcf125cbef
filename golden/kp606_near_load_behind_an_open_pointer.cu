// kpipe: --stages 2
// A sum of a pointer and integers is a pointer of the same type, which the template's text names.
template <typename T>
__global__ void sums(const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ T tile[256];
    const int t = threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = __ldg(x + k + t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
void run(const float *x, float *y, int n) { sums<<<8, 256>>>(x, y, n); }
