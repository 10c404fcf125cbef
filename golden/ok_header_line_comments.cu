// kpipe: --shape ring --stages 3 --variant cp-async
// Comments to the end of a line in the header: nothing that is written behind a part may be in them.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; // start
         k < n // more (
         ;
         k += 128 // step }
    ) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += xs[j] * (j + t);
        __syncthreads();
    }
    y[t] = acc;
}
