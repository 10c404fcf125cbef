// The members are CUDA's vectors, made by CUDA's functions, in a union and by an inner object.
struct twofold {
    union {
        float2 v;
        double d;
    };
    __device__ twofold(float f) : v(make_float2(f, f * f)) {}
    __device__ twofold(const twofold &o) : v(o.v) {}
};
struct body {
    float3 place;
    twofold mass;
    __device__ body(float4 q) : mass(q.w)
    {
        float r[2] = {q.x, q.y};
        place = make_float3(r[0], r[1], q.z);
    }
};
__global__ void gemv(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float4 xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        const body b(xs[127 - t]);
        const twofold m(b.mass);
        sum += b.place.x * b.place.y + b.place.z * m.v.y;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
