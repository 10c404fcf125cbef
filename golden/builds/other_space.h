#ifndef OTHER_SPACE_H
#define OTHER_SPACE_H
#ifdef __cplusplus
extern "C" {
#endif
struct of_c;
#ifdef __cplusplus
}
#endif
namespace other_space {
struct number {
    float of;
};
#if defined(OTHER_SPACE_ORDERED) || \
    defined(OTHER_SPACE_SLOW)
__device__ inline float scaled(float x)
{
    __syncthreads();
    return x;
}
__device__ inline float twice(const number &n)
{
    __syncthreads();
    return 2 * n.of;
}
#else
__device__ inline float scaled(float x) { return x; }
__device__ inline float twice(const number &n) { return 2 * n.of; }
#endif
} // namespace other_space
#endif
