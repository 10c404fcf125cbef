// kpipe: --variant ldg --stages 2
// What is loaded is a struct, and a function of more than a value gets a copy of it, a template, too.
__device__ float operator,(float4 a, float b)
{
    if (a.y > b)
        return a.x;
    return a.x + b;
}

template <class T> __device__ float larger(T a, float b)
{
    if (a.z > b)
        return a.z;
    return b;
}

__global__ void k(const float4 *__restrict__ A, const float4 *__restrict__ B, float *out, int n)
{
    __shared__ float s[64], p[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 64) {
        s[t] = (A[i + t], 3.0f);
        p[t] = larger(B[i + t], 2.0f);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s[j] * p[j];
        __syncthreads();
    }
    out[t] = sum;
}
