// kpipe: --variant ldg
// What is measured is two<pair>, not pair, and the pair of the class.
struct pair {
    float x;
};

template <class T> struct two {
    T a, b;
};

struct rows {
    struct pair {
        float x, y;
    };
    static __device__ void load(float *s, const float *from, int t)
    {
        for (int j = t; j < 4 * sizeof(two<pair>); j += 32)
            s[j] = from[j];
    }
};

__global__ void __launch_bounds__(32) dots(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 64) {
        rows::load(s, A + k, t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            acc += s[j] * B[t];
        __syncthreads();
    }
    out[blockIdx.x * 32 + t] = acc;
}

int main()
{
    float *a, *b, *o;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&o, 4096);
    dots<<<4, 32>>>(a, b, o, 640);
}
