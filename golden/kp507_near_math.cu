// An eighth of the math leaves loads to hide.
__global__ void __launch_bounds__(256)
    forces(const float4 *__restrict__ bodies, float *__restrict__ out, int n)
{
    __shared__ float4 tile[256];
    const float4 me = bodies[blockIdx.x * 256 + threadIdx.x];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = bodies[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j += 32) {
            const float x = tile[j].x - me.x, y = tile[j].y - me.y, z = tile[j].z - me.z;
            sum += tile[j].w * rsqrtf(x * x + y * y + z * z + 1e-9f);
        }
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
