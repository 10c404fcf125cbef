#pragma once
#include <cuda_bf16.h>
namespace c10 {
struct alignas(2) BFloat16 {
    unsigned short x;
    BFloat16() = default;
    inline __host__ __device__ BFloat16(float value);
    inline __host__ __device__ operator float() const;
};
inline __host__ __device__ BFloat16::BFloat16(float value) { x = __bfloat16_as_ushort(__float2bfloat16(value)); }
inline __host__ __device__ BFloat16::operator float() const
{
    return __bfloat162float(*reinterpret_cast<const __nv_bfloat16 *>(&x));
}
inline __host__ __device__ BFloat16 operator-(const BFloat16 &a, const BFloat16 &b) { return BFloat16(float(a) - float(b)); }
} // namespace c10
