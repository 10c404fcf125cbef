// kpipe: --stages 3
// Behind two bytes the elements of a packed class are not aligned.
template <typename X, int N>
struct __attribute__((packed)) list {
    short used;
    X d[N];
    __device__ void set(int i, X x) { d[i] = x; }
    __device__ X get(int i) const { return d[i]; }
};

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ list<float, 256> as;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as.set(t, A[k + t]);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as.get((j + t) % 256) * as.get(j);
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
