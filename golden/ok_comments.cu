// kpipe: --variant ldg
// Comments everywhere, with barriers and braces in them.
__global__ void gemv(const float *__restrict__ A, /* column-major { */
                     const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float /* one per thread */ xs[128]; // tile of x; __syncthreads() before reuse
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    /* outer */ for (int k = 0; k < n; /* step } */ k += 128) /* body */ { // load
        // __syncthreads();
        xs[t] /* tile */ = /* global */ x[k + t]; // the copy
        /* first */ __syncthreads() /* barrier */; // tile is visible
        /* for (int j = 0; ...) { */
        for (int j = 0; j < 128; ++j) // compute
            sum += A[(k + j) * n + row] * xs[j]; /* multi
            line */
        __syncthreads(); // tile may be overwritten
        // end of the iteration
    } // k
    y[row] = sum;
}
