// Gravitational acceleration of n bodies, all pairs. A body is (x, y, z, mass); padding bodies have
// mass zero and pull at nothing.
#define TILE 256

__device__ __forceinline__ float3 body_body(float3 acc, float4 a, float4 b, float eps2)
{
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float dz = b.z - a.z;
    const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    const float s = b.w * inv * inv * inv;
    acc.x += dx * s;
    acc.y += dy * s;
    acc.z += dz * s;
    return acc;
}

__global__ void nbody(const float4 *__restrict__ pos, float4 *__restrict__ accel, int n, float eps2)
{
    __shared__ float4 bodies[TILE];

    const int i = blockIdx.x * TILE + threadIdx.x;
    const float4 self = i < n ? pos[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float3 acc = make_float3(0.0f, 0.0f, 0.0f);

    for (int j0 = 0, tile = 0; j0 < n; j0 += TILE, ++tile) {
        const int j = tile * TILE + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();

#pragma unroll 8
        for (int k = 0; k < TILE; ++k)
            acc = body_body(acc, self, bodies[k], eps2);
        __syncthreads();
    }

    if (i < n)
        accel[i] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

void launch_nbody(const float4 *pos, float4 *accel, int n, float eps2, cudaStream_t stream)
{
    nbody<<<(n + TILE - 1) / TILE, TILE, 0, stream>>>(pos, accel, n, eps2);
}
