// Functions of <math.h> and integer division. Every kernel writes 0 for "as expected", or the number of
// the first check that failed; the argument `in` holds 1, 2, 3, ... so that nothing is folded.
#include "check.cuh"

#include <math.h>

KERNEL(single)
{
    float x = 0.25f + 0.5f * in[tid], y = 1.5f + in[tid % 7];
    near(1, expf(x / 16) * expf(-x / 16), 1.0f);
    near(2, logf(expf(y)), y);
    near(3, sinf(x) * sinf(x) + cosf(x) * cosf(x), 1.0f);
    near(4, powf(y, 3.0f), y * y * y);
    near(5, erff(x) + erfcf(x), 1.0f);
    near(6, rsqrtf(y) * sqrtf(y), 1.0f);
    near(7, tanf(0.1f * y), sinf(0.1f * y) / cosf(0.1f * y));
    near(8, atan2f(x, y) + atan2f(y, x), 1.57079633f);
    near(9, tanhf(0.3f * y), (expf(0.6f * y) - 1) / (expf(0.6f * y) + 1));
    near(10, exp2f(y), exp10f(y * 0.30103f));
    near(11, cbrtf(y) * cbrtf(y) * cbrtf(y), y);
    near(12, hypotf(3 * y, 4 * y), 5 * y);
    near(13, fmodf(x + 10 * y, y), fmodf(x, y));
    near(14, log2f(y), log10f(y) * 3.32192809f);
    near(15, log1pf(x), logf(1 + x));
    near(16, expm1f(y), expf(y) - 1);
    near(17, asinf(1 / y) + acosf(1 / y), 1.57079633f);
    near(18, sinhf(y), (expf(y) - expf(-y)) / 2);
    near(19, lgammaf(y + 1), lgammaf(y) + logf(y));
    near(20, sinf(20000.0f * y) * sinf(20000.0f * y) + cosf(20000.0f * y) * cosf(20000.0f * y), 1.0f);
    int e;
    float m = frexpf(y, &e);
    near(21, ldexpf(m, e), y);
    near(22, truncf(y) + (y - floorf(y)), y);
    near(23, roundf(y * 1.25f), rintf(floorf(y * 1.25f + 0.5f)));
    near(24, fmaxf(x, y) + fminf(x, y), x + y);
    near(25, nextafterf(y, 100.0f), y);
    near(26, normcdff(x) + normcdff(-x), 1.0f);
    near(27, tgammaf(y + 1), y * tgammaf(y));
    near(28, sinpif(0.5f * y) * sinpif(0.5f * y) + cospif(0.5f * y) * cospif(0.5f * y), 1.0f);
    near(29, j0f(0.0f * x), 1.0f);
    near(30, fdimf(y, 1.0f), y - 1);
    near(31, remainderf(3 * y + 0.25f, y), 0.25f);
    near(32, copysignf(x, -1.0f), -x);
    near(33, __saturatef(x * 1000), 1.0f);
    near(34, (float)lrintf(y * 4), y * 4);
    near(35, fabsf(-x), x);
    same(36, isnan(x) + 2 * isinf(x) + 4 * !isfinite(x) + 8 * signbit(x), 0);
    near(37, norm3df(2 * y, 3 * y, 6 * y), 7 * y);
}

KERNEL(approximate)
{
    float x = 0.25f + 0.125f * in[tid % 16], y = 1.5f + in[tid % 7];
    roughly(1, __expf(x), expf(x));
    roughly(2, __logf(y), logf(y));
    roughly(3, __sinf(x), sinf(x));
    roughly(4, __cosf(x), cosf(x));
    roughly(5, __powf(y, x), powf(y, x));
    roughly(6, __fdividef(x, y), x / y);
    roughly(7, __tanf(x), tanf(x));
    roughly(8, __log2f(y), log2f(y));
    roughly(9, __log10f(y), log10f(y));
    roughly(10, __exp10f(x), exp10f(x));
    roughly(11, __frsqrt_rn(y), rsqrtf(y));
    roughly(12, __frcp_rn(y), 1 / y);
    roughly(13, __fsqrt_rz(y), sqrtf(y));
    roughly(14, __fadd_rd(x, y) + __fadd_ru(x, y), 2 * (x + y));
    roughly(15, __fmaf_rz(x, y, x), x * y + x);
    roughly(16, __fdiv_rz(x, y), x / y);
    roughly(17, __frcp_ru(y) * __fmul_rd(y, 1.0f), 1.0f);
    float s, c;
    __sincosf(x, &s, &c);
    roughly(18, s * s + c * c, 1.0f);
    roughly(19, __fsub_rn(x, y), x - y);
    roughly(20, __tanhf(x), tanhf(x));
}

KERNEL(double_)
{
    double x = 0.25 + 0.5 * in[tid], y = 1.5 + in[tid % 7];
    exact(1, exp(x / 16) * exp(-x / 16), 1.0);
    exact(2, log(exp(y)), y);
    exact(3, sin(x) * sin(x) + cos(x) * cos(x), 1.0);
    exact(4, pow(y, 3.0), y * y * y);
    exact(5, erf(x) + erfc(x), 1.0);
    exact(6, rsqrt(y) * sqrt(y), 1.0);
    exact(7, cbrt(y) * cbrt(y) * cbrt(y), y);
    exact(8, fmod(x + 10 * y, y), fmod(x, y));
    exact(9, tanh(0.3 * y), (exp(0.6 * y) - 1) / (exp(0.6 * y) + 1));
    exact(10, atan2(x, y) + atan2(y, x), 1.5707963267948966);
    exact(11, hypot(3 * y, 4 * y), 5 * y);
    exact(12, __dadd_rz(x, y) + __dmul_ru(x, y) - __fma_rd(x, y, x), y);
    exact(13, __ddiv_rn(x, y) * y, x);
    exact(14, __dsqrt_ru(y) * __dsqrt_rd(y), y);
    exact(15, __drcp_rz(y) * y, 1.0);
    exact(16, floor(y) + ceil(-y), 0.0);
    exact(17, log1p(x), log(1 + x));
    exact(18, lgamma(y + 1), lgamma(y) + log(y));
    exact(19, (double)llrint(y * 4), y * 4);
    exact(20, __longlong_as_double(__double_as_longlong(x)), x);
    exact(21, __hiloint2double(__double2hiint(x), __double2loint(x)), x);
    exact(22, sin(1e6 * y) * sin(1e6 * y) + cos(1e6 * y) * cos(1e6 * y), 1.0);
    exact(23, remquo(3 * y + 0.25, y, (int *)&in[0] ? new_int() : 0), 0.25);
    exact(24, fmax(x, y) + fmin(x, y), x + y);
}

KERNEL(integers)
{
    int a = (int)in[tid] * 7919 - 100000, b = (int)in[tid % 5] + 3;
    long long la = a * 1234567891ll, lb = b * 77777ll;
    unsigned long long ua = la, ub = lb;
    same(1, a / b * b + a % b, a);
    same(2, la / lb * lb + la % lb == la, 1);
    same(3, ua / ub * ub + ua % ub == ua, 1);
    same(4, (unsigned)a / (unsigned)b * b + (unsigned)a % (unsigned)b, a);
    same(5, la / b * b + la % b == la, 1);
    same(6, __popc(a) + __popc(~a), 32);
    same(7, __clz(b) + 32 - __clz(b), 32);
    same(8, __ffs(b) - 1, __popc((b & -b) - 1));
    same(9, __brev(__brev(a)), a);
    same(10, __byte_perm(a, b, 0x3210), a);
    same(11, __funnelshift_l(a, b, 8), b << 8 | (unsigned)a >> 24);
    same(12, __funnelshift_rc(a, b, 40), b);
    same(13, __mulhi(a, b), (int)(((long long)a * b) >> 32));
    same(14, __umul64hi(ua, ub) == (unsigned long long)(((unsigned __int128)ua * ub) >> 64), 1);
    same(15, __sad(a, b, 5u), (a > b ? a - b : b - a) + 5);
    same(16, __dp4a(0x01020304, 0x01010101, b), 10 + b);
    same(17, __dp4a(0xff020304u, 0x01010101u, (unsigned)b), 264 + b);
    same(18, __dp2a_lo(0x00010002, 0x01010101, b), 3 + b);
    same(19, __vadd4(0x01020304, 0x01010101), 0x02030405);
    same(20, __vabsdiffu4(0x05050505, 0x01020304), 0x04030201);
    same(21, __vmaxs2(0x0001fffe, 0xffff0003), 0x00010003);
    same(22, __popcll(ua) + __popcll(~ua), 64);
    same(23, __clzll(1ull << b), 63 - b);
    same(24, __hadd(a, b), (int)(((long long)a + b) >> 1));
    same(25, __rhadd(3, b), (4 + b) >> 1);
    same(26, __mul24(b, 1000), b * 1000);
    same(27, abs(a) + max(a, -a) - 2 * max(a, -a), 0);
    same(28, (short)a / (short)b, (int)(short)a / (int)(short)b);
    same(29, __vcmpeq4(0x01020304, 0x01000300), (int)0xff00ff00);
    same(30, (int)((__int128)la * lb / lb == la), 1);
    same(31, __viaddmax_s32(a, b, 0), max(a + b, 0));
    same(32, __vimin3_s32(a, b, 0), min(min(a, b), 0));
    same(33, __vibmax_s32(a, b, &*new_bool()), max(a, b));
    same(34, __vimax_s32_relu(a, b), max(max(a, b), 0));
    same(35, __fns(0xf0, 0, 2), 5);
}
