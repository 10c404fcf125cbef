// A number of the program's that has not the name of one of CUDA's.
struct half_of {
    unsigned short bits;
};

namespace mine
{
struct half {
    unsigned short bits;
};
} // namespace mine

__global__ void __launch_bounds__(128)
    mirror(mine::half *__restrict__ y, const mine::half *__restrict__ x, half_of *__restrict__ z, int n)
{
    __shared__ mine::half s[128];
    const int t = threadIdx.x;
    mine::half last = mine::half();

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        last = s[127 - t];
        __syncthreads();
    }
    y[t] = last;
    z[t].bits = last.bits;
}
