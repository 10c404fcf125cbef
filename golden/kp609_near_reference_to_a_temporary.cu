// In the one instance that there is it is bound to the place.
template <class T>
__global__ void counted(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ int count;
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0)
        count = 1;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        const T &v = count;
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k] * v;
        __syncthreads();
    }
    out[t] = sum;
}
void go(const float *x, float *y) { counted<int><<<1, 128>>>(x, y, 4); }
