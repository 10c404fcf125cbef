// What the C library has by the names of namespace std: no error of the parser's, which the message
// would tell of.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

__global__ void twice(float *x)
{
    x[threadIdx.x] *= 2;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 128;
    float *x = nullptr;

    std::srand(static_cast<unsigned>(std::time(nullptr)));
    if (cudaMalloc(&x, n * sizeof *x) != cudaSuccess) {
        std::fprintf(stderr, "%s of %d bytes: no memory\n", argv[0], static_cast<int>(std::strlen(argv[0])));
        std::exit(EXIT_FAILURE);
    }
    twice<<<1, n>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess)
        std::abort();
}
