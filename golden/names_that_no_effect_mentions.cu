// What the names stand for is not read in one of the two halves, but their text stands there.
struct step {
    int x;
    __device__ int four() const { return 4; }
    static __device__ int five() { return 5; }
    __device__ int operator()(int b) const { return b; }
};

__device__ int unused(const int &x) { return 4; }
__device__ int operator~(const step &s) { return 4; }

__global__ void stored(const float *A, float *C, int K)
{
    __shared__ float As[512];
    float acc = 0.0f;
    int t = threadIdx.x;

    for (int k0 = 0; k0 < K; k0 += 256) {
        step s, many[2], other;
        int y = k0 & 3, ys[2];

        s.x = many[0].x = other.x = ys[0] = k0 & 3;
        As[t + s.four() + many[0].five() + other(2) + unused(y) + unused(ys[0])] =
            A[k0 + t + s.x + many[0].x + other.x + y + ys[0]];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        __syncthreads();
    }
    C[t] = acc;
}

__global__ void fetched(const float *A, float *C, int K)
{
    __shared__ float As[512];
    float acc = 0.0f;
    int t = threadIdx.x;

    for (int k0 = 0; k0 < K; k0 += 256) {
        step s;
        int y = k0 & 3;

        s.x = k0 & 3;
        As[t + s.x + y] = A[k0 + t + ~s + unused(y) + unused(s.x)];
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        __syncthreads();
    }
    C[t] = acc;
}
