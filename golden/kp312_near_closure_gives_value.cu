// As kp312_closure_gives_reference, by value: another number.
__global__ void __launch_bounds__(128) offsets(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x, off = 0;
    float acc = 0;
    auto of = [](int &v) -> int { return v; };
    auto twice = [](int v) -> float { return v * 2.0f; };
    auto at = [](const float *p) -> const float * { return p + 1; };
    int first = of(off);
    for (int k = 0; k < K; k += 128) {
        s[t] = at(x)[k + off + t];
        off += 1;
        __syncthreads();
        acc += s[127 - t] * first * twice(first);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
