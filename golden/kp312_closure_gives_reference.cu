// What a closure returns is another name of what it was handed.
__global__ void __launch_bounds__(128) offsets(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x, off = 0;
    float acc = 0;
    auto where = [&](int &v) -> int & { return v; };
    int &p = where(off);
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + off + t];
        off += 1;
        __syncthreads();
        acc += s[127 - t] * p;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
