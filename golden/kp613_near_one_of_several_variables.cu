// kpipe: --variant ldg
// What is stored to is one of several variables: a choice, a pointer that is set, elements by a reference, another type's name.
static __device__ void pick(float &a, float &b, bool first, float value)
{
    (first ? a : b) = value;
}
static __device__ void put(float (&to)[4], float value)
{
    float *here;
    here = to;
    here[1] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f, first = 0.0f, last = 0.0f, part[4] = {};

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            float *to;
            if (j & 1)
                to = &first;
            else
                to = &last;
            *to += s[j];
        }
        pick(first, last, n > 64, s[3]);
        put(part, s[4]);
        *(int *)&part[2] = __float_as_int(s[5]);
        *(int *)&last ^= i;
        sum += first * last + part[1] * part[2];
        __syncthreads();
    }
    C[t] = sum;
}
