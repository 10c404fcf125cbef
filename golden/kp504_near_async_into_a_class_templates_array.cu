// kpipe: --stages 3
// The place and the size of the array are those in the class's instance.
template <typename X, int N>
struct list {
    int used;
    X d[N];
    __device__ X &operator[](int i) { return d[i]; }
};

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ list<float, 256> as;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
