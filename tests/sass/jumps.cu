// Control flow of all kinds in one loop: a jump table, calls, divisions with a slow path. For tests/sass.
__device__ __noinline__ float helper(float x)
{
    return sinf(x) * x;
}

extern "C" __global__ void jumps(float *a, const int *op, int n)
{
    float v = a[threadIdx.x];

    for (int i = 0; i < n; i++) {
        switch (op[i]) {
        case 0:
            v += 1;
            break;
        case 1:
            v *= 3;
            break;
        case 2:
            v = sqrtf(v);
            break;
        case 3:
            v = v / 3.3f;
            break;
        case 4:
            v = helper(v);
            break;
        case 5:
            v = __expf(v);
            break;
        case 6:
            v -= a[i];
            break;
        case 7:
            v = 1 / v;
            break;
        case 8:
            v = v * v;
            break;
        default:
            v = 0;
        }
        __syncthreads();
    }
    a[threadIdx.x] = v;
}
