// The load's counter is moved on by an argument of a constructor, where a variable is made by its type's name.
struct pair {
    float a;
    int b;
    __device__ pair(float x, int y) : a(x), b(y) {}
};

__global__ void weighted(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int tx = threadIdx.x;
    int m = 0;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        as[tx] = a[m * 256 + tx];
        __syncthreads();
        pair p = pair(2.0f, m++);
        for (int j = 0; j < 256; ++j)
            sum += p.a * as[j] + p.b;
        __syncthreads();
    }
    c[blockIdx.x * 256 + tx] = sum;
}
