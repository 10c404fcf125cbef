// cuda_fp16.h, cuda_bf16.h, cuda_fp8.h.
#include "check.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

KERNEL(halves)
{
    half a = __float2half(0.5f + in[tid % 16]), b = __int2half_rn(in[tid % 5]), c = __hneg(b);
    float fa = 0.5f + in[tid % 16], fb = in[tid % 5];
    roughly(1, __half2float(__hadd(a, b)), fa + fb);
    roughly(2, __half2float(__hmul(a, b)), fa * fb);
    roughly(3, __half2float(__hfma(a, b, c)), fa * fb - fb);
    roughly(4, __half2float(__hdiv(a, b)), fa / fb);
    roughly(5, __half2float(hexp(__float2half(fb / 8))), expf(fb / 8));
    roughly(6, __half2float(hsqrt(a)), sqrtf(fa));
    roughly(7, __half2float(hlog(a)), logf(fa));
    roughly(8, __half2float(hsin(a)), sinf(fa));
    roughly(9, __half2float(hrcp(a)), 1 / fa);
    roughly(10, __half2float(hrsqrt(a)), rsqrtf(fa));
    roughly(11, __half2float(hexp2(b)), exp2f(fb));
    roughly(12, __half2float(hfloor(a)), floorf(fa));
    roughly(13, __half2float(hrint(a)), rintf(fa));
    roughly(14, __half2float(__hmax(a, b)), fmaxf(fa, fb));
    roughly(15, __half2float(__hmin(a, b)), fminf(fa, fb));
    roughly(16, __half2float(__habs(c)), fb);
    same(17, __hlt(a, b), fa < fb);
    same(18, __hgeu(a, b), fa >= fb);
    same(19, __half2int_rz(a), (int)fa);
    same(20, __half2uint_ru(a), (int)ceilf(fa));
    same(21, __half_as_ushort(__ushort_as_half(0x1234)), 0x1234);
    roughly(22, __half2float(__hadd_sat(a, b)), 1.0f);
    roughly(23, __half2float(__hfma_relu(a, c, c)), 0.0f);
    roughly(24, __half2float(htanh(b)), tanhf(fb));
    same(25, __hisnan(a) + __hisinf(a), 0);
    roughly(26, __half2float(hcos(b)), cosf(fb));
    same(27, (int)__half2ll_rn(a), (int)rintf(fa));
    roughly(28, __half2float(__double2half(fa)), fa);
    roughly(29, __half2float(__float2half_rz(fa)), fa);
    roughly(30, __half2float(__hsub(a, b)), fa - fb);
    roughly(31, (float)(a * b + c), fa * fb - fb);
}

KERNEL(pairs)
{
    half2 a = __floats2half2_rn(0.5f + in[tid % 16], in[tid % 5]), b = __float2half2_rn(2.5f);
    float2 fa = __half22float2(a);
    half2 r = __hfma2(a, b, a);
    roughly(1, __low2float(r), fa.x * 3.5f);
    roughly(2, __high2float(r), fa.y * 3.5f);
    r = __hadd2(__hmul2(a, b), __hsub2(a, b));
    roughly(3, __low2float(r), fa.x * 3.5f - 2.5f);
    same(4, __hbeq2(a, a), 1);
    same(5, __hblt2(a, a), 0);
    r = __hgt2(a, b);
    roughly(6, __low2float(r), fa.x > 2.5f);
    same(7, __hgt2_mask(a, b), (fa.x > 2.5f ? 0xffff : 0) | (fa.y > 2.5f ? 0xffff0000 : 0));
    r = __lowhigh2highlow(a);
    roughly(8, __low2float(r), fa.y);
    r = __highs2half2(a, b);
    roughly(9, __low2float(r), fa.y);
    r = __hmax2(a, b);
    roughly(10, __low2float(r), fmaxf(fa.x, 2.5f));
    r = __hmin2_nan(a, b);
    roughly(11, __low2float(r), fminf(fa.x, 2.5f));
    r = h2exp(__h2div(a, __float2half2_rn(16.0f)));
    roughly(12, __high2float(r), expf(fa.y / 16));
    r = h2sqrt(a);
    roughly(13, __high2float(r), sqrtf(fa.y));
    r = __hfma2_relu(a, __hneg2(b), a);
    roughly(14, __high2float(r), 0.0f);
    r = __hadd2_sat(a, b);
    roughly(15, __high2float(r), 1.0f);
    r = __habs2(__hneg2(a));
    roughly(16, __low2float(r), fa.x);
    r = h2tanh(a);
    roughly(17, __low2float(r), tanhf(fa.x));
    r = __shfl_xor_sync(0xffffffffu, a, 0);
    roughly(18, __low2float(r), fa.x);
    r = __hcmadd(a, b, a);
    roughly(19, __low2float(r), fa.x * 2.5f - fa.y * 2.5f + fa.x);
}

KERNEL(brains)
{
    __nv_bfloat16 a = __float2bfloat16(0.5f + in[tid % 16]), b = __float2bfloat16(in[tid % 5]);
    float fa = 0.5f + in[tid % 16], fb = in[tid % 5];
    roughly(1, __bfloat162float(__hadd(a, b)), fa + fb);
    roughly(2, __bfloat162float(__hmul(a, b)), fa * fb);
#if __CUDA_ARCH__ >= 800
    roughly(3, __bfloat162float(__hfma(a, b, b)), fa * fb + fb);
#endif
    roughly(4, __bfloat162float(__hdiv(a, b)), fa / fb);
    roughly(5, __bfloat162float(hexp(b)), expf(fb));
    roughly(6, __bfloat162float(hsqrt(a)), sqrtf(fa));
    roughly(7, __bfloat162float(hlog2(a)), log2f(fa));
    roughly(8, __bfloat162float(__hmax(a, b)), fmaxf(fa, fb));
    roughly(9, __bfloat162float(__hneg(a)), -fa);
    same(10, __heq(a, a), 1);
    same(11, __hgt(a, b), fa > fb);
    same(12, __bfloat162int_rz(a), (int)fa);
    roughly(13, __bfloat162float(__int2bfloat16_rn(7)), 7);
    __nv_bfloat162 p = __floats2bfloat162_rn(fa, fb), q;
#if __CUDA_ARCH__ >= 800
    q = __hfma2(p, p, p);
    roughly(14, __low2float(q), fa * fa + fa);
#endif
    q = __hmul2(p, __hadd2(p, p));
    roughly(15, __high2float(q), 2 * fb * fb);
    q = __hsub2(p, p);
    roughly(16, __high2float(q), 0);
    q = __hmax2(p, __bfloat162bfloat162(a));
    roughly(17, __high2float(q), fmaxf(fa, fb));
    same(18, __hbge2(p, p), 1);
    q = h2exp(p);
    within(19, __high2float(q), expf(fb), 2e-2);
    roughly(20, __bfloat162float(hfloor(a)), floorf(fa));
    roughly(21, __bfloat162float(htanh(b)), tanhf(fb));
#if __CUDA_ARCH__ >= 800
    q = __hfma2_relu(p, __hneg2(p), p);
#endif
    roughly(22, __bfloat162float(__float2bfloat16_rz(fa)), fa);
    roughly(23, __bfloat162float(__double2bfloat16(fa)), fa);
}

KERNEL(eighths)
{
    float f = 0.5f + in[tid % 16];
    __nv_fp8_e4m3 a(f);
    __nv_fp8_e5m2 b(f);
    within(1, (float)a, f, 0.07);
    within(2, (float)b, f, 0.13);
    __nv_fp8x2_e4m3 c(make_float2(f, -f));
    float2 d = (float2)c;
    within(3, d.x, f, 0.07);
    within(4, d.y, -f, 0.07);
    __nv_fp8x4_e5m2 e(make_float4(f, 2 * f, -f, 1e9f));
    float4 g = (float4)e;
    within(5, g.y, 2 * f, 0.13);
    same(6, g.w, 57344);
    __half_raw h = __nv_cvt_fp8_to_halfraw(a.__x, __NV_E4M3);
    within(7, __half2float(half(h)), f, 0.07);
    __nv_fp8_storage_t s = __nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, __NV_E4M3);
    same(8, s, 0x7e);
    __nv_fp8x2_storage_t t = __nv_cvt_halfraw2_to_fp8x2(__floats2half2_rn(1.0f, -2.0f), __NV_SATFINITE, __NV_E5M2);
    same(9, t, 0xc03c);
    __nv_fp8_e4m3 k(__float2bfloat16(f));
    within(10, (float)k, f, 0.07);
}
