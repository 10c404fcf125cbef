// kpipe: --variant ldg
struct pair {
    float a, b;
    __device__ pair &me() { return *this; }
};
__device__ float &second(pair &p) { return p.b; }

// What is assigned to a place that a function gives may be in a register before.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0;
    pair v = {1, 2}, w = {3, 4};

    for (int i = 0; i < n; ++i) {
        v.me().b = A[i * 64 + t];
        v.me().a += A[i * 64 + (t ^ 1)] * 2;
        second(w) = w.b + A[i * 64 + (t ^ 2)];
        s[t] = v.a + v.b + w.b;
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}
