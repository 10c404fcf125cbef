// The name is of another type than the number: what it is worth is not what the text says.
#define WHOLE(x)           \
    ({                     \
        int _a = (x);      \
        _a + 0;            \
    })

__global__ void rows(const float *A, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int c = 0; c < 128; c++)
            sum += tile[c] + WHOLE(sum);
        __syncthreads();
    }
    out[t] = sum;
}
