// The number that an address is divided by is a type's alignment: bits that a stage has as the array.
template <class T> __global__ void k(const T *__restrict__ x, float *__restrict__ out, int n)
{
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    unsigned char *behind = reinterpret_cast<unsigned char *>(tile + 128);
    size_t offset = reinterpret_cast<size_t>(behind) % alignof(float);
    if (offset != 0)
        behind += (alignof(float) - offset);
    float *scratch = reinterpret_cast<float *>(behind);
    const int t = threadIdx.x;
    float sum = 0.0f;
    
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) sum += tile[j] * t;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + (scratch ? 1.0f : 0.0f);
}
void go(const float *x, float *o, int n) { k<float><<<1, 128, 1024>>>(x, o, n); }
