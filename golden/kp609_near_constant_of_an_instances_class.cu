// What a class of the instance says is a constant, whichever class it is.
__device__ inline float larger(float a, float b) { return a > b ? a : b; }
__device__ inline float both(float a, float b) { return a + b; }
template <auto f> struct Traits;
template <> struct Traits<larger> { static constexpr float start = -1e30f; };
template <> struct Traits<both> { static constexpr float start = 0.f; };
template <auto f>
__device__ void reduce(const float *tile, float &result, int most)
{
    for (int i = 0; i < 128; i++)
        result = f(result, i < most ? tile[i] : Traits<f>::start);
}
template <int W> __global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    float sum = 0, most = -1e30f;
    for (int k = 0; k < n; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        reduce<larger>(tile, most, n - k);
        reduce<both>(tile, sum, n - k);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum + most * W;
}
void run(const float *a, float *out, int n)
{
    sums<3><<<16, 128>>>(a, out, n);
}
