// Elements of a struct whose fields are all of one type count as so many of them.
struct vec3 {
    float x, y, z;
};

__global__ void forces(const vec3 *p, vec3 *a, int n)
{
    __shared__ vec3 tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec3 sum = {0, 0, 0};

    for (int k = 0; k < n; k += 128) {
        tile[threadIdx.x] = p[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            sum.x += tile[j].x - p[i].x;
            sum.y += tile[j].y - p[i].y;
            sum.z += tile[j].z - p[i].z;
        }
        __syncthreads();
    }
    a[i] = sum;
}

void run(const vec3 *p, vec3 *a, int n)
{
    forces<<<n / 128, 128>>>(p, a, n);
}
