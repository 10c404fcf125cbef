// kpipe: --variant ldg --stages 2
// Objects with an operator that is a barrier, or has some: each call is executed with its own object.
struct Meet {
    __device__ void operator()() const { __syncthreads(); }
};

struct Sum {
    float total;
    __device__ Sum() : total(0.0f) {}
    __device__ void operator()(float *s, int t, float x)
    {
        s[t] = x;
        __syncthreads();
        total += s[255 - t];
        __syncthreads();
    }
};

__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[256], s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    Sum a, b;
    Meet meet;

    for (int k = 0; k < K; k += 256) {
        As[t] = A[k + t];
        meet();
        for (int j = 0; j < 256; j++)
            sum += As[j];
        meet();
    }
    a(s, t, sum);
    b(s, t, sum * 2);
    C[t] = sum + a.total * 2 + b.total;
}
