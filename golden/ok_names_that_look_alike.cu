// The same name in a block of the load phase and in one of compute, and blocks of nothing but names.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        {
            using T = float;
            {
                using U = T;
                s[t] = U(x[k + t]);
            }
            {
                using U = T;
                acc += U(2);
            }
        }
        __syncthreads();
        {
            typedef float V;
            acc += V(s[127 - t]);
            {
                typedef V W;
            }
        }
        __syncthreads();
    }
    out[t] = acc;
}
