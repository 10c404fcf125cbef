// K and V are loaded into parts of an array, the scores are computed into another part of it.
__global__ void attend(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d)
{
    extern __shared__ float memory[];
    float *Kj = memory, *Vj = &memory[64 * d], *S = &memory[128 * d];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int j = 0; j < n; j += 64) {
        for (int x = 0; x < d; ++x) {
            Kj[t * d + x] = K[(j + t) * d + x];
            Vj[t * d + x] = V[(j + t) * d + x];
        }
        __syncthreads();
        for (int y = 0; y < 64; ++y)
            S[t * 64 + y] = Kj[y * d] * t;
        for (int y = 0; y < 64; ++y)
            sum += S[t * 64 + y] * Vj[y * d + 1];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
