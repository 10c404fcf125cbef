/* The program has the names that the schedule's variables would get: these get others. */
static __global__ void weigh(const float *__restrict__ rows, float *out, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float kp_stage = 3, kp_next = t, sum = 0;

    for (int k = 0; k < n; k++) {
        s[t] = rows[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s[j] * (j + kp_stage) + kp_next;
        __syncthreads();
        kp_stage += 1;
    }
    out[blockIdx.x * 64 + t] = sum + kp_stage;
}

void run(const float *rows, float *out, int n)
{
    weigh<<<4, 64>>>(rows, out, n);
}
