// kpipe: --variant ldg
// Stores by pointers and references of which it is not known where they lead: all that had its address taken may change.
struct holder {
    float *at;
};
static __device__ float *start(float *a)
{
    if (!a)
        return nullptr;
    return a + 1;
}
static __device__ float &pick(float &a, float &b, bool first)
{
    if (first)
        return a;
    return b;
}
static __device__ void put(holder h, float value)
{
    h.at[1] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f, first = 0.0f, last = 0.0f, part[4] = {}, more[4] = {};
    float *each[2] = {&first, &last}, *from = start(part);
    float &one = pick(first, last, n > 64);
    holder h = {more};

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            *each[j & 1] += s[j];
        *from = s[1];
        one = s[2];
        put(h, s[3]);
        sum += first * last + part[1] * more[1];
        n > 128 && (last = 0.0f);
        __syncthreads();
    }
    C[t] = sum;
}
