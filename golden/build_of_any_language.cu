// A name u8, a character and other operators are the same in C++17 and C++20: no version is asked for.
struct number {
    float value;
    __device__ bool operator<(const number &n) const { return value < n.value; }
};

__global__ void smaller(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            const unsigned char u8 = 'a';
            sum += number{xs[j]} < number{sum} ? u8 : float(j == t);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
