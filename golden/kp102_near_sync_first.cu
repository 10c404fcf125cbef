// Two barriers, the first one at the head: rotated, but race-free.
__global__ void pair_potential(const float4 *__restrict__ body, float *__restrict__ pot, int n)
{
    __shared__ float4 tile[128];
    const int t = threadIdx.x;
    const float4 me = body[blockIdx.x * 128 + t];
    float e = 0.0f;

    for (int j0 = 0; j0 < n; j0 += 128) {
        __syncthreads();
        tile[t] = body[j0 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            const float dx = tile[j].x - me.x;
            const float dy = tile[j].y - me.y;
            const float dz = tile[j].z - me.z;
            e += tile[j].w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
        }
    }
    pot[blockIdx.x * 128 + t] = e;
}
