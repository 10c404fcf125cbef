// Functions of CUDA that take three operands and more, in double and in one instruction.
__global__ void distances(const double *__restrict__ p, const int *__restrict__ w,
                          double *__restrict__ y, int n)
{
    __shared__ double ps[3 * 128];
    __shared__ int ws[128];
    const int t = threadIdx.x;
    double sum = 0.0, s, c;
    int most = 0;
    bool first;

    for (int k = 0; k < n; k += 128) {
        for (int i = 0; i < 3; i++)
            ps[i * 128 + t] = p[i * n + k + t];
        ws[t] = w[k + t];
        __syncthreads();
        for (int i = 0; i < 127; i++) {
            sum += rnorm3d(ps[i], ps[128 + i], ps[256 + i]) + norm4d(ps[i], 1.0, 2.0, 3.0);
            sum += rhypot(ps[i], 1.0) + jn(2, ps[i]) + cyl_bessel_i0(ps[i]);
            sincospi(ps[i], &s, &c);
            sum += s * c + lrint(ps[i]) + llround(ps[i]);
            most = __vimax3_s32(most, ws[i], ws[i + 1]);
            most = __viaddmax_s32_relu(most, ws[i], -ws[i + 1]);
            most += (int)__vsetgtu4(ws[i], ws[i + 1]);
            most = __vibmax_s32(most, ws[i], &first);
            sum += first;
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + most;
}
