// As kp605_counter_in_an_object_that_its_type_makes.cu, with an object of compute alone, which reads the tile.
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
        as[tx] = a[k + tx];
        __syncthreads();
        for (int j = 0; j < 256; ++j) {
            pair p = pair(as[j], m++);
            sum += p.a * p.b;
        }
        __syncthreads();
    }
    c[blockIdx.x * 256 + tx] = sum;
}
