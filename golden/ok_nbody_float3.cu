// float4 in global memory, float3 in the tile.
__global__ void forces(const float4 *__restrict__ body, float3 *__restrict__ force, int n)
{
    __shared__ float3 where[128];
    __shared__ float mass[128];
    const int t = threadIdx.x;
    const float4 me = body[blockIdx.x * 128 + t];
    float3 f = make_float3(0.0f, 0.0f, 0.0f);

    for (int j0 = 0; j0 < n; j0 += 128) {
        const float4 b = body[j0 + t];
        where[t] = make_float3(b.x, b.y, b.z);
        mass[t] = b.w;
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            const float dx = where[j].x - me.x;
            const float dy = where[j].y - me.y;
            const float dz = where[j].z - me.z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            const float s = mass[j] * r * r * r;
            f.x += dx * s;
            f.y += dy * s;
            f.z += dz * s;
        }
        __syncthreads();
    }
    force[blockIdx.x * 128 + t] = f;
}
