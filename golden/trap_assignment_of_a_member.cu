// Nobody wrote an assignment for the element, but its member has one that counts.
struct counted {
    float v;
    __device__ counted &operator=(const counted &o)
    {
        v = o.v + 1.0f;
        return *this;
    }
};

struct pair {
    counted a;
};

__global__ void __launch_bounds__(256)
    sum(const pair *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ pair tile[256];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            s += tile[j].a.v * j;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s;
}
