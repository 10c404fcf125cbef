// As kp507_bounds_that_ask_for_blocks.cu, but for the bounds: three blocks do not hide the loads.
__global__ void __launch_bounds__(256)
    forces(const float4 *__restrict__ bodies, float *__restrict__ out, int n)
{
    __shared__ float4 tile[256];
    float4 me[6];
    float sum[24] = {};

    for (int i = 0; i < 6; ++i)
        me[i] = bodies[(blockIdx.x * 6 + i) * 256 + threadIdx.x];
    for (int k = 0; k < n; k += 256) {
        tile[threadIdx.x] = bodies[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 6; ++i) {
                const float x = tile[j].x - me[i].x, y = tile[j].y - me[i].y, z = tile[j].z - me[i].z;
                sum[i] += tile[j].w * x;
                sum[6 + i] += tile[j].w * y;
                sum[12 + i] += tile[j].w * z;
                sum[18 + i] += tile[j].w * (x * x + y * y + z * z);
            }
        __syncthreads();
    }
    for (int i = 0; i < 24; ++i)
        out[(blockIdx.x * 24 + i) * 256 + threadIdx.x] = sum[i];
}
