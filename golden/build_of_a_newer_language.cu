// In C++20 a character with u8 has a type of its own, and a == b may call the operator of b: such a build stores what the next iteration loads.
template <class T>
__device__ float count(float *x, T, int at)
{
    return x[at + 128] += 1;
}
__device__ inline float count(float *, char, int) { return 1; }

struct place;
struct number {
    int value;
    __device__ bool operator==(const place &) const;
};
struct place {
    float *x;
    int at;
    __device__ bool operator==(const number &)
    {
        x[at + 128] += 1;
        return true;
    }
};
__device__ inline bool number::operator==(const place &p) const { return value == p.at; }

__global__ void characters(float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        sum += count(x, u8'a', k + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void places(float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        {
            number a{t};
            place b{x, k + t};
            sum += a == b;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
