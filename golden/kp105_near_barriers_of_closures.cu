// Closures that wait for the block, one by way of another.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[128];
    auto sync = [] { __syncthreads(); };
    auto load = [&](int i) {
        s[threadIdx.x] = a[i + threadIdx.x];
        sync();
    };
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        load(i);
        for (int j = 0; j < 128; j++)
            sum += s[j] * (j ^ threadIdx.x);
        sync();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
void run(const float *a, float *out, int n) { sums<<<8, 128>>>(a, out, n); }
