// Nobody gives a point a value when it is made; registers of the class may stand for what is loaded.
struct point {
    float x, y, z;
    __host__ __device__ point() {}
    __host__ __device__ point(float f) : x(f), y(f), z(f) {}
};

__global__ void forces(const point *__restrict__ at, float *__restrict__ f, int n)
{
    __shared__ point near[128];
    const int t = threadIdx.x;
    const point me = at[blockIdx.x * 128 + t];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        near[t] = at[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += near[i].x * me.x + near[i].y * me.y + near[i].z * me.z;
        __syncthreads();
    }
    f[blockIdx.x * 128 + t] = sum;
}
