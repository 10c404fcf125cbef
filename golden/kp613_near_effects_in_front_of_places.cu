// As kp613_effect_in_the_place_of_an_assignment, but effects in front of pointers and arrays, which count once; and a static function is called by one.
struct weights {
    float of[4];
    static __device__ float square(float x) { return x * x; }
};
__device__ weights *next(weights *w, int &i)
{
    i ^= 1;
    return w;
}
__global__ void weighted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    weights w = {{1, 2, 3, 4}};
    weights *p = &w;
    const float *of = w.of;
    int i = 0;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += xs[j];
        sum *= (i ^= 1, of)[2];
        sum += *(i += 2, of);
        sum *= (i += 4, p)->of[1];
        sum += (i ^= 3, w.of)[3];
        sum += next(p, i)->square(xs[t ^ 1]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + i;
}
