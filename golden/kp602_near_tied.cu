// Five groups of two macros: 4 builds, not 32.
#define SIZE 128
struct body {
    float x, y, z, w;
};
__device__ void add_halo(const body &p, float *sum)
{
#ifdef HALO
    *sum += p.x * 0.5f;
#endif
}
__global__ void forces(const float *__restrict__ x, const float *__restrict__ m,
                       float *__restrict__ out, int n)
{
    __shared__ float xs[SIZE];
    const int t = threadIdx.x;
    float sum = 0.0f;
#ifdef HALO
    float halo = 0.0f;
#endif
#if !defined(DISK)
    float flat = 1.0f;
#endif
    for (int k = 0; k < n; k += SIZE) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < SIZE; ++j) {
            sum += xs[j] * (j + t);
#if defined HALO && defined(DISK)
            sum += xs[j];
#elif defined(HALO)
            halo += xs[j];
#endif
        }
        __syncthreads();
    }
#ifdef HALO
    sum += halo;
#endif
#ifndef DISK
    sum *= flat;
#endif
    body p = {sum, sum, sum, 1.0f};
    add_halo(p, &sum);
    out[blockIdx.x * SIZE + t] = sum + m[t];
}
void launch(const float *x, const float *m, float *out, int n)
{
    forces<<<8, SIZE>>>(x, m, out, n);
}
