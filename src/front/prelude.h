// The declarations that CUDA sources see when kpipe parses them: names and types, with little
// behaviour. This file replaces all of CUDA's own headers, which are hidden from the parser. With
// __KPIPE_BARE__ it also replaces the C library's headers; otherwise it includes them.
//
// Rules for this file:
//  - operators of half and similar types are hidden friends: with a free operator+, every `p + i` in
//    a template would be a call of an unknown function;
//  - never define __noinline__ (libstdc++ spells an attribute that way);
//  - functions with a rule in rewrite-rules/calls.ini keep their full CUDA names.
#pragma once
#pragma clang system_header

// ---- qualifiers and versions ------------------------------------------------------------------

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__ 1

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((annotate("grid_constant")))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __block_size__(...) __attribute__((annotate("bounds")))
#define __cluster_dims__(...)
#define __maxnreg__(n) __attribute__((annotate("bounds")))
#define __nv_register_params__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __CUDA_ALIGN__(n) __attribute__((aligned(n)))
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUBLASWINAPI
#ifdef __KPIPE_BARE__
// nvcc accepts `__shared__ alignas(16) T x[n]`, clang does not accept the keyword there. Libraries
// use the keyword with types, which the attribute does not accept.
#define alignas(...) __attribute__((aligned(__VA_ARGS__)))
#endif

// include guards of the replaced headers, which helper headers test
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __CUDA_FP16_H__
#define __CUDA_BF16_H__
#define __CUDA_FP8_H__
#define __CUDA_PIPELINE_H__
#define CUBLAS_API_H_
#define CUBLAS_V2_H_
#define CURAND_KERNEL_H_

#define KP_HD __host__ __device__
#define KP_D __device__

// ---- the C library ----------------------------------------------------------------------------

#ifdef __KPIPE_BARE__

#define KP_C KP_HD // the only declaration, for host and device
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long ssize_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef signed char int_fast8_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast32_t;
typedef decltype(nullptr) nullptr_t;
typedef long time_t;
typedef long clock_t;
struct tm;
struct timeval {
    long tv_sec, tv_usec;
};
struct timespec {
    long tv_sec, tv_nsec;
};
struct FILE;
extern FILE *stdin, *stdout, *stderr;

#define NULL __null
#define EOF (-1)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC 1000000L
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX INT_MAX
#define INT32_MIN INT_MIN
#define UINT32_MAX UINT_MAX
#define INT64_MAX LONG_MAX
#define INT64_MIN LONG_MIN
#define UINT64_MAX ULONG_MAX
#define SIZE_MAX ULONG_MAX
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) c##L
#define INTMAX_C(c) c##L
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c##U
#define UINT64_C(c) c##UL
#define UINTMAX_C(c) c##UL
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
KP_HD void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(condition)                                                                         \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)

KP_C int printf(const char *, ...);
KP_C int puts(const char *);
KP_C int putchar(int);
KP_C void *malloc(size_t);
KP_C void free(void *);
KP_C void *memcpy(void *, const void *, size_t);
KP_C void *memmove(void *, const void *, size_t);
KP_C void *memset(void *, int, size_t);
KP_C int memcmp(const void *, const void *, size_t);
KP_C void abort();
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...);
int fscanf(FILE *, const char *, ...);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fflush(FILE *);
int fputs(const char *, FILE *);
char *fgets(char *, int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
void perror(const char *);
void exit(int);
int atoi(const char *);
long atol(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
double strtod(const char *, char **);
int rand();
void srand(unsigned);
double drand48();
void srand48(long);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
char *getenv(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strerror(int);
time_t time(time_t *);
int gettimeofday(timeval *, void *);
unsigned sleep(unsigned);
int usleep(unsigned);
KP_HD inline void *operator new(size_t, void *p) noexcept
{
    return p;
}

// for integers, as in <cmath>
template <class T> struct kp_if_integral {};
#define KP_INTEGRAL(T)                                                                            \
    template <> struct kp_if_integral<T> {                                                         \
        typedef double type;                                                                       \
    };
KP_INTEGRAL(bool) KP_INTEGRAL(char) KP_INTEGRAL(signed char) KP_INTEGRAL(unsigned char)
KP_INTEGRAL(short) KP_INTEGRAL(unsigned short) KP_INTEGRAL(int) KP_INTEGRAL(unsigned)
KP_INTEGRAL(long) KP_INTEGRAL(unsigned long) KP_INTEGRAL(long long) KP_INTEGRAL(unsigned long long)
#define KP_OF_INTEGER(name)                                                                       \
    template <class T> KP_HD typename kp_if_integral<T>::type name(T);

KP_C bool isnan(double);
KP_C bool isnan(float);
KP_C bool isinf(double);
KP_C bool isinf(float);
KP_C bool isfinite(double);
KP_C bool isfinite(float);
KP_C bool signbit(double);
KP_C bool signbit(float);

#else

#define KP_C KP_D // the library's own functions are for the host
#include <float.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define KP_OF_INTEGER(name)
KP_D int printf(const char *, ...);
KP_D void *malloc(size_t);
KP_D void free(void *);
KP_D void *memcpy(void *, const void *, size_t);
KP_D void *memset(void *, int, size_t);
KP_D void abort();
KP_D void __assert_fail(const char *, const char *, unsigned, const char *);

#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
KP_D void __assertfail(const char *, const char *, unsigned, const char *, size_t);

// ---- vector types -----------------------------------------------------------------------------

#define KP_VECTORS(T, name, two, four)                                                            \
    struct name##1 {                                                                               \
        T x;                                                                                       \
    };                                                                                             \
    struct __align__(two) name##2 {                                                                \
        T x, y;                                                                                    \
    };                                                                                             \
    struct name##3 {                                                                               \
        T x, y, z;                                                                                 \
    };                                                                                             \
    struct __align__(four) name##4 {                                                               \
        T x, y, z, w;                                                                              \
    };                                                                                             \
    KP_HD name##1 make_##name##1(T);                                                               \
    KP_HD name##2 make_##name##2(T, T);                                                            \
    KP_HD name##3 make_##name##3(T, T, T);                                                         \
    KP_HD name##4 make_##name##4(T, T, T, T);
KP_VECTORS(signed char, char, 2, 4)
KP_VECTORS(unsigned char, uchar, 2, 4)
KP_VECTORS(short, short, 4, 8)
KP_VECTORS(unsigned short, ushort, 4, 8)
KP_VECTORS(int, int, 8, 16)
KP_VECTORS(unsigned int, uint, 8, 16)
KP_VECTORS(long, long, 16, 16)
KP_VECTORS(unsigned long, ulong, 16, 16)
KP_VECTORS(long long, longlong, 16, 16)
KP_VECTORS(unsigned long long, ulonglong, 16, 16)
KP_VECTORS(float, float, 8, 16)
KP_VECTORS(double, double, 16, 16)
typedef double4 double4_16a;
typedef ulonglong4 ulonglong4_16a;
struct __align__(32) double4_32a {
    double x, y, z, w;
};

struct dim3 {
    unsigned x, y, z;
    KP_HD constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
    {
    }
    KP_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    KP_HD constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};

extern const KP_D uint3 threadIdx;
extern const KP_D uint3 blockIdx;
extern const KP_D dim3 blockDim;
extern const KP_D dim3 gridDim;
extern const KP_D int warpSize;

// ---- barriers, fences, warps ------------------------------------------------------------------

KP_D void __syncthreads();
KP_D int __syncthreads_count(int);
KP_D int __syncthreads_and(int);
KP_D int __syncthreads_or(int);
KP_D void __barrier_sync(unsigned);
KP_D void __barrier_sync_count(unsigned, unsigned);
KP_D void __syncwarp(unsigned = 0xffffffffu);
KP_D void __threadfence();
KP_D void __threadfence_block();
KP_D void __threadfence_system();
KP_D void __cluster_barrier_arrive();
KP_D void __cluster_barrier_wait();
KP_D int __all_sync(unsigned, int);
KP_D int __any_sync(unsigned, int);
KP_D int __uni_sync(unsigned, int);
KP_D unsigned __ballot_sync(unsigned, int);
KP_D unsigned __activemask();
KP_D int __all(int);
KP_D int __any(int);
KP_D unsigned __ballot(int);
template <class T> KP_D unsigned __match_any_sync(unsigned, T);
template <class T> KP_D unsigned __match_all_sync(unsigned, T, int *);
template <class T> KP_D T __shfl_sync(unsigned, T, int, int = 32);
template <class T> KP_D T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T> KP_D T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T> KP_D T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T> KP_D T __shfl(T, int, int = 32);
template <class T> KP_D T __shfl_up(T, unsigned, int = 32);
template <class T> KP_D T __shfl_down(T, unsigned, int = 32);
template <class T> KP_D T __shfl_xor(T, int, int = 32);
#define KP_REDUCE(name) KP_D unsigned name(unsigned, unsigned); KP_D int name(unsigned, int);
KP_REDUCE(__reduce_add_sync) KP_REDUCE(__reduce_min_sync) KP_REDUCE(__reduce_max_sync)
KP_D unsigned __reduce_and_sync(unsigned, unsigned);
KP_D unsigned __reduce_or_sync(unsigned, unsigned);
KP_D unsigned __reduce_xor_sync(unsigned, unsigned);
KP_D long long clock64();
#ifdef __KPIPE_BARE__
KP_HD clock_t clock();
#else
KP_D long clock();
#endif
KP_D void __nanosleep(unsigned);
KP_D void __trap();
KP_D void __brkpt();
KP_D void cudaGridDependencySynchronize();
KP_D void cudaTriggerProgrammaticLaunchCompletion();

// ---- memory: caches, address spaces, atomics --------------------------------------------------

template <class T> KP_D T __ldg(const T *);
template <class T> KP_D T __ldca(const T *);
template <class T> KP_D T __ldcg(const T *);
template <class T> KP_D T __ldcs(const T *);
template <class T> KP_D T __ldlu(const T *);
template <class T> KP_D T __ldcv(const T *);
template <class T, class U> KP_D void __stwb(T *, U);
template <class T, class U> KP_D void __stcg(T *, U);
template <class T, class U> KP_D void __stcs(T *, U);
template <class T, class U> KP_D void __stwt(T *, U);

KP_D size_t __cvta_generic_to_shared(const void *);
KP_D size_t __cvta_generic_to_global(const void *);
KP_D size_t __cvta_generic_to_local(const void *);
KP_D size_t __cvta_generic_to_constant(const void *);
KP_D void *__cvta_shared_to_generic(size_t);
KP_D void *__cvta_global_to_generic(size_t);
KP_D void *__cvta_local_to_generic(size_t);
KP_D void *__cvta_constant_to_generic(size_t);
KP_D unsigned __nvvm_get_smem_pointer(void *);
KP_D unsigned __isShared(const void *);
KP_D unsigned __isGlobal(const void *);
KP_D unsigned __isLocal(const void *);
KP_D unsigned __isConstant(const void *);

#define KP_ATOMIC(name)                                                                           \
    template <class T, class U> KP_D T name(T *, U);                                               \
    template <class T, class U> KP_D T name##_block(T *, U);                                       \
    template <class T, class U> KP_D T name##_system(T *, U);
KP_ATOMIC(atomicAdd) KP_ATOMIC(atomicSub) KP_ATOMIC(atomicExch) KP_ATOMIC(atomicMin)
KP_ATOMIC(atomicMax) KP_ATOMIC(atomicAnd) KP_ATOMIC(atomicOr) KP_ATOMIC(atomicXor)
KP_ATOMIC(atomicInc) KP_ATOMIC(atomicDec)
template <class T, class U, class V> KP_D T atomicCAS(T *, U, V);
template <class T, class U, class V> KP_D T atomicCAS_block(T *, U, V);
template <class T, class U, class V> KP_D T atomicCAS_system(T *, U, V);

// ---- integers, bits, conversions --------------------------------------------------------------

KP_D int __popc(unsigned);
KP_D int __popcll(unsigned long long);
KP_D int __clz(int);
KP_D int __clzll(long long);
KP_D int __ffs(int);
KP_D int __ffsll(long long);
KP_D unsigned __fns(unsigned, unsigned, int);
KP_D unsigned __brev(unsigned);
KP_D unsigned long long __brevll(unsigned long long);
KP_D unsigned __byte_perm(unsigned, unsigned, unsigned);
KP_D int __mul24(int, int);
KP_D unsigned __umul24(unsigned, unsigned);
KP_D int __mulhi(int, int);
KP_D unsigned __umulhi(unsigned, unsigned);
KP_D long long __mul64hi(long long, long long);
KP_D unsigned long long __umul64hi(unsigned long long, unsigned long long);
KP_D unsigned __sad(int, int, unsigned);
KP_D unsigned __usad(unsigned, unsigned, unsigned);
KP_D int __rhadd(int, int);
KP_D unsigned __urhadd(unsigned, unsigned);
KP_D unsigned __uhadd(unsigned, unsigned);
KP_D int __dp4a(int, int, int);
KP_D unsigned __dp4a(unsigned, unsigned, unsigned);
KP_D int __dp4a(char4, char4, int);
KP_D unsigned __dp4a(uchar4, uchar4, unsigned);
KP_D int __dp2a_lo(int, int, int);
KP_D unsigned __dp2a_lo(unsigned, unsigned, unsigned);
KP_D int __dp2a_hi(int, int, int);
KP_D unsigned __dp2a_hi(unsigned, unsigned, unsigned);
KP_D unsigned __funnelshift_l(unsigned, unsigned, unsigned);
KP_D unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
KP_D unsigned __funnelshift_r(unsigned, unsigned, unsigned);
KP_D unsigned __funnelshift_rc(unsigned, unsigned, unsigned);

#define KP_SIMD(name)                                                                             \
    KP_D unsigned name##2(unsigned, unsigned);                                                     \
    KP_D unsigned name##4(unsigned, unsigned);
KP_SIMD(__vadd) KP_SIMD(__vaddss) KP_SIMD(__vaddus) KP_SIMD(__vsub) KP_SIMD(__vsubss)
KP_SIMD(__vsubus) KP_SIMD(__vmaxs) KP_SIMD(__vmaxu) KP_SIMD(__vmins) KP_SIMD(__vminu)
KP_SIMD(__vabsdiffs) KP_SIMD(__vabsdiffu) KP_SIMD(__vavgs) KP_SIMD(__vavgu) KP_SIMD(__vcmpeq)
KP_SIMD(__vcmpne) KP_SIMD(__vcmpges) KP_SIMD(__vcmpgeu) KP_SIMD(__vcmpgts) KP_SIMD(__vcmpgtu)
KP_SIMD(__vcmples) KP_SIMD(__vcmpleu) KP_SIMD(__vcmplts) KP_SIMD(__vcmpltu) KP_SIMD(__vseteq)
KP_SIMD(__vsetne) KP_SIMD(__vsads) KP_SIMD(__vsadu)
KP_D unsigned __vabs2(unsigned);
KP_D unsigned __vabs4(unsigned);
KP_D unsigned __vneg2(unsigned);
KP_D unsigned __vneg4(unsigned);
KP_SIMD(__vsetges) KP_SIMD(__vsetgeu) KP_SIMD(__vsetgts) KP_SIMD(__vsetgtu) KP_SIMD(__vsetles)
KP_SIMD(__vsetleu) KP_SIMD(__vsetlts) KP_SIMD(__vsetltu) KP_SIMD(__vhaddu)
KP_D unsigned __vabsss2(unsigned);
KP_D unsigned __vabsss4(unsigned);
KP_D unsigned __vnegss2(unsigned);
KP_D unsigned __vnegss4(unsigned);

// three operands in one instruction, since sm_90
#define KP_DPX3(name)                                                                             \
    KP_HD int name##_s32(int, int, int);                                                           \
    KP_HD int name##_s32_relu(int, int, int);                                                      \
    KP_HD unsigned name##_u32(unsigned, unsigned, unsigned);                                       \
    KP_HD unsigned name##_s16x2(unsigned, unsigned, unsigned);                                     \
    KP_HD unsigned name##_s16x2_relu(unsigned, unsigned, unsigned);                                \
    KP_HD unsigned name##_u16x2(unsigned, unsigned, unsigned);
KP_DPX3(__vimax3) KP_DPX3(__vimin3) KP_DPX3(__viaddmax) KP_DPX3(__viaddmin)
#define KP_DPX_PICKED(name)                                                                       \
    KP_HD int name##_s32(int, int, bool *);                                                        \
    KP_HD unsigned name##_u32(unsigned, unsigned, bool *);                                         \
    KP_HD unsigned name##_s16x2(unsigned, unsigned, bool *, bool *);                               \
    KP_HD unsigned name##_u16x2(unsigned, unsigned, bool *, bool *);
KP_DPX_PICKED(__vibmax) KP_DPX_PICKED(__vibmin)
KP_HD int __vimax_s32_relu(int, int);
KP_HD int __vimin_s32_relu(int, int);
KP_HD unsigned __vimax_s16x2_relu(unsigned, unsigned);
KP_HD unsigned __vimin_s16x2_relu(unsigned, unsigned);

KP_D int __float_as_int(float);
KP_D unsigned __float_as_uint(float);
KP_D float __int_as_float(int);
KP_D float __uint_as_float(unsigned);
KP_D long long __double_as_longlong(double);
KP_D double __longlong_as_double(long long);
KP_D double __hiloint2double(int, int);
KP_D int __double2hiint(double);
KP_D int __double2loint(double);

#define KP_ROUNDED(result, name, ...)                                                             \
    KP_D result name##_rn(__VA_ARGS__);                                                            \
    KP_D result name##_rz(__VA_ARGS__);                                                            \
    KP_D result name##_ru(__VA_ARGS__);                                                            \
    KP_D result name##_rd(__VA_ARGS__);
KP_ROUNDED(int, __float2int, float)
KP_ROUNDED(unsigned, __float2uint, float)
KP_ROUNDED(long long, __float2ll, float)
KP_ROUNDED(unsigned long long, __float2ull, float)
KP_ROUNDED(int, __double2int, double)
KP_ROUNDED(unsigned, __double2uint, double)
KP_ROUNDED(long long, __double2ll, double)
KP_ROUNDED(unsigned long long, __double2ull, double)
KP_ROUNDED(float, __double2float, double)
KP_ROUNDED(float, __int2float, int)
KP_ROUNDED(float, __uint2float, unsigned)
KP_ROUNDED(float, __ll2float, long long)
KP_ROUNDED(float, __ull2float, unsigned long long)
KP_ROUNDED(double, __int2double, int)
KP_ROUNDED(double, __uint2double, unsigned)
KP_ROUNDED(double, __ll2double, long long)
KP_ROUNDED(double, __ull2double, unsigned long long)
KP_ROUNDED(float, __fadd, float, float)
KP_ROUNDED(float, __fsub, float, float)
KP_ROUNDED(float, __fmul, float, float)
KP_ROUNDED(float, __fdiv, float, float)
KP_ROUNDED(float, __fmaf, float, float, float)
KP_ROUNDED(float, __frcp, float)
KP_ROUNDED(float, __fsqrt, float)
KP_ROUNDED(double, __dadd, double, double)
KP_ROUNDED(double, __dsub, double, double)
KP_ROUNDED(double, __dmul, double, double)
KP_ROUNDED(double, __ddiv, double, double)
KP_ROUNDED(double, __drcp, double)
KP_ROUNDED(double, __dsqrt, double)
KP_ROUNDED(double, __fma, double, double, double)
KP_D float __frsqrt_rn(float);

// ---- mathematics ------------------------------------------------------------------------------

#define KP_MATH1(name)                                                                            \
    KP_C float name##f(float);                                                                     \
    KP_C double name(double);                                                                      \
    KP_C float name(float);                                                                        \
    KP_OF_INTEGER(name)
#define KP_MATH2(name)                                                                            \
    KP_C float name##f(float, float);                                                              \
    KP_C double name(double, double);                                                              \
    KP_C float name(float, float);
KP_MATH1(sqrt) KP_MATH1(rsqrt) KP_MATH1(cbrt) KP_MATH1(rcbrt) KP_MATH1(exp) KP_MATH1(exp2)
KP_MATH1(exp10) KP_MATH1(expm1) KP_MATH1(log) KP_MATH1(log2) KP_MATH1(log10) KP_MATH1(log1p)
KP_MATH1(sin) KP_MATH1(cos) KP_MATH1(tan) KP_MATH1(asin) KP_MATH1(acos) KP_MATH1(atan)
KP_MATH1(sinh) KP_MATH1(cosh) KP_MATH1(tanh) KP_MATH1(asinh) KP_MATH1(acosh) KP_MATH1(atanh)
KP_MATH1(sinpi) KP_MATH1(cospi) KP_MATH1(erf) KP_MATH1(erfc) KP_MATH1(erfinv) KP_MATH1(erfcinv)
KP_MATH1(erfcx) KP_MATH1(normcdf) KP_MATH1(normcdfinv) KP_MATH1(lgamma) KP_MATH1(tgamma)
KP_MATH1(ceil) KP_MATH1(floor) KP_MATH1(trunc) KP_MATH1(round) KP_MATH1(rint) KP_MATH1(nearbyint)
KP_MATH1(fabs) KP_MATH1(logb) KP_MATH1(j0) KP_MATH1(j1) KP_MATH1(y0) KP_MATH1(y1)
KP_MATH2(pow) KP_MATH2(fmod) KP_MATH2(atan2) KP_MATH2(fmin) KP_MATH2(fmax) KP_MATH2(hypot)
KP_MATH2(copysign) KP_MATH2(remainder) KP_MATH2(fdim) KP_MATH2(nextafter) KP_MATH2(fdivide)
KP_C double pow(float, int);
KP_C double pow(double, int);
KP_C double pow(int, int);
#ifdef __KPIPE_BARE__
KP_C double pow(int, double);
KP_C double pow(int, float);
KP_C double pow(float, double);
KP_C double pow(double, float);
KP_C double fmax(float, double);
KP_C double fmax(double, float);
KP_C double fmin(float, double);
KP_C double fmin(double, float);
#endif
KP_C float powif(float, int);
KP_C double powi(double, int);
KP_C float fmaf(float, float, float);
KP_C double fma(double, double, double);
KP_C float fma(float, float, float);
KP_C float ldexpf(float, int);
KP_C double ldexp(double, int);
KP_C float ldexp(float, int);
KP_C float scalbnf(float, int);
KP_C double scalbn(double, int);
KP_C float scalbn(float, int);
KP_C float frexpf(float, int *);
KP_C double frexp(double, int *);
KP_C float frexp(float, int *);
KP_C float modff(float, float *);
KP_C double modf(double, double *);
KP_C float modf(float, float *);
KP_C void sincosf(float, float *, float *);
KP_C void sincos(double, double *, double *);
KP_C void sincospif(float, float *, float *);
KP_C void sincospi(double, double *, double *);
KP_C float remquof(float, float, int *);
KP_C double remquo(double, double, int *);
KP_C float remquo(float, float, int *);
KP_C float scalblnf(float, long);
KP_C double scalbln(double, long);
KP_C float scalbln(float, long);
KP_C int ilogbf(float);
KP_C int ilogb(double);
KP_C long lroundf(float);
KP_C long lround(double);
KP_C long lrintf(float);
KP_C long long llroundf(float);
KP_C long long llrintf(float);
KP_C long lrint(double);
KP_C long long llround(double);
KP_C long long llrint(double);
KP_C float nanf(const char *);
KP_C double nan(const char *);
KP_D float norm3df(float, float, float);
KP_D double norm3d(double, double, double);
KP_D float rnorm3df(float, float, float);
KP_D double rnorm3d(double, double, double);
KP_D float norm4df(float, float, float, float);
KP_D double norm4d(double, double, double, double);
KP_D float rnorm4df(float, float, float, float);
KP_D double rnorm4d(double, double, double, double);
KP_D float normf(int, const float *);
KP_D double norm(int, const double *);
KP_D float rnormf(int, const float *);
KP_D double rnorm(int, const double *);
KP_D float rhypotf(float, float);
KP_D double rhypot(double, double);
KP_D float cyl_bessel_i0f(float);
KP_D double cyl_bessel_i0(double);
KP_D float cyl_bessel_i1f(float);
KP_D double cyl_bessel_i1(double);
KP_D float jnf(int, float);
KP_D double jn(int, double);
KP_D float ynf(int, float);
KP_D double yn(int, double);
KP_D float __expf(float);
KP_D float __exp10f(float);
KP_D float __logf(float);
KP_D float __log2f(float);
KP_D float __log10f(float);
KP_D float __sinf(float);
KP_D float __cosf(float);
KP_D float __tanf(float);
KP_D float __tanhf(float);
KP_D float __powf(float, float);
KP_D float __fdividef(float, float);
KP_D float __saturatef(float);
KP_D void __sincosf(float, float *, float *);
KP_C int abs(int);
KP_C long labs(long);
KP_C long long llabs(long long);
KP_C float abs(float);
KP_C double abs(double);
KP_C long abs(long);
KP_C long long abs(long long);

#define KP_MINMAX(T, A, B) KP_HD T min(A, B); KP_HD T max(A, B);
#define KP_MINMAX_MIXED(T, A, B) KP_MINMAX(T, A, B) KP_MINMAX(T, B, A)
KP_MINMAX(int, int, int)
KP_MINMAX(unsigned, unsigned, unsigned)
KP_MINMAX(long, long, long)
KP_MINMAX(unsigned long, unsigned long, unsigned long)
KP_MINMAX(long long, long long, long long)
KP_MINMAX(unsigned long long, unsigned long long, unsigned long long)
KP_MINMAX(float, float, float)
KP_MINMAX(double, double, double)
KP_MINMAX_MIXED(unsigned, int, unsigned)
KP_MINMAX_MIXED(long, int, long)
KP_MINMAX_MIXED(unsigned long, int, unsigned long)
KP_MINMAX_MIXED(unsigned long, unsigned, unsigned long)
KP_MINMAX_MIXED(unsigned long, long, unsigned long)
KP_MINMAX_MIXED(long long, int, long long)
KP_MINMAX_MIXED(unsigned long long, long long, unsigned long long)
KP_MINMAX_MIXED(double, float, double)
KP_HD unsigned umin(unsigned, unsigned);
KP_HD unsigned umax(unsigned, unsigned);
KP_HD long long llmin(long long, long long);
KP_HD long long llmax(long long, long long);
KP_HD unsigned long long ullmin(unsigned long long, unsigned long long);
KP_HD unsigned long long ullmax(unsigned long long, unsigned long long);

#ifdef __KPIPE_BARE__
namespace std
{
using ::FILE;
using ::abort;
using ::abs;
using ::acos;
using ::aligned_alloc;
using ::asin;
using ::atan;
using ::atan2;
using ::atof;
using ::atoi;
using ::atol;
using ::calloc;
using ::ceil;
using ::clock_t;
using ::cos;
using ::cosh;
using ::erf;
using ::exit;
using ::exp;
using ::exp2;
using ::fabs;
using ::fclose;
using ::fflush;
using ::fgets;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::fopen;
using ::fprintf;
using ::fputs;
using ::fread;
using ::free;
using ::fscanf;
using ::fwrite;
using ::getenv;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::int_fast32_t;
using ::int_fast8_t;
using ::intmax_t;
using ::intptr_t;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::log;
using ::log10;
using ::log2;
using ::malloc;
using ::memcmp;
using ::memcpy;
using ::memmove;
using ::memset;
using ::nullptr_t;
using ::perror;
using ::pow;
using ::printf;
using ::ptrdiff_t;
using ::putchar;
using ::puts;
using ::qsort;
using ::rand;
using ::realloc;
using ::rint;
using ::round;
using ::scanf;
using ::sin;
using ::sinh;
using ::size_t;
using ::snprintf;
using ::sprintf;
using ::sqrt;
using ::srand;
using ::sscanf;
using ::strcat;
using ::strchr;
using ::strcmp;
using ::strcpy;
using ::strerror;
using ::strlen;
using ::strncmp;
using ::strncpy;
using ::strrchr;
using ::strstr;
using ::strtod;
using ::strtol;
using ::tan;
using ::tanh;
using ::time;
using ::time_t;
using ::tm;
using ::trunc;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uint_fast32_t;
using ::uintmax_t;
using ::uintptr_t;
template <class T> KP_HD constexpr const T &min(const T &, const T &);
template <class T> KP_HD constexpr const T &max(const T &, const T &);
template <class T> KP_HD void swap(T &, T &);
template <class T, class U> struct is_same
{
    static constexpr bool value = __is_same(T, U);
};
template <class T, class U> inline constexpr bool is_same_v = __is_same(T, U);
template <class T> struct is_arithmetic
{
    static constexpr bool value = __is_arithmetic(T);
};
template <class T> struct is_volatile
{
    static constexpr bool value = __is_volatile(T);
};
} // namespace std
#endif

#define CUDART_INF_F __builtin_inff()
#define CUDART_INF __builtin_inf()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_NAN __builtin_nan("")
#define CUDART_MIN_DENORM_F 1.401298464e-45f
#define CUDART_MAX_NORMAL_F 3.402823466e38f
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_PI_F 3.141592654f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_2PI_F 6.283185307f
#define CUDART_LN2_F 0.693147181f
#define CUDART_L2E_F 1.442695041f
#define CUDART_PI 3.1415926535897931e+0

// ---- half, bfloat16, fp8, fp4 -----------------------------------------------------------------

struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
};
struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __nv_bfloat162_raw {
    unsigned short x, y;
};

#define KP_FROM(H, T) KP_HD H(T); KP_HD H &operator=(T);
#define KP_ARITHMETIC(H)                                                                          \
    KP_HD H &operator+=(const H &);                                                                \
    KP_HD H &operator-=(const H &);                                                                \
    KP_HD H &operator*=(const H &);                                                                \
    KP_HD H &operator/=(const H &);                                                                \
    KP_HD H &operator++();                                                                         \
    KP_HD H &operator--();                                                                         \
    friend KP_HD H operator+(const H &, const H &);                                                \
    friend KP_HD H operator-(const H &, const H &);                                                \
    friend KP_HD H operator*(const H &, const H &);                                                \
    friend KP_HD H operator/(const H &, const H &);                                                \
    friend KP_HD H operator+(const H &);                                                           \
    friend KP_HD H operator-(const H &);                                                           \
    friend KP_HD bool operator<(const H &, const H &);                                             \
    friend KP_HD bool operator>(const H &, const H &);                                             \
    friend KP_HD bool operator<=(const H &, const H &);                                            \
    friend KP_HD bool operator>=(const H &, const H &);                                            \
    friend KP_HD bool operator==(const H &, const H &);                                            \
    friend KP_HD bool operator!=(const H &, const H &);
// Where the command line turns them off, as PyTorch's does, `half = c10::Half` is not ambiguous.
#define KP_CONVERSIONS16(H)                                                                        \
    KP_FROM(H, float)                                                                              \
    KP_FROM(H, double)                                                                             \
    KP_FROM(H, short)                                                                              \
    KP_FROM(H, unsigned short)                                                                     \
    KP_FROM(H, int)                                                                                \
    KP_FROM(H, unsigned)                                                                           \
    KP_FROM(H, long)                                                                               \
    KP_FROM(H, unsigned long)                                                                      \
    KP_FROM(H, long long)                                                                          \
    KP_FROM(H, unsigned long long)                                                                 \
    KP_HD operator float() const;
#define KP_NO_CONVERSIONS16(H)
#define KP_FLOAT16(H, H2, CONVERSIONS)                                                             \
    struct __align__(2) H {                                                                        \
        unsigned short __x;                                                                        \
        H() = default;                                                                             \
        H(const H &) = default;                                                                    \
        H &operator=(const H &) = default;                                                         \
        KP_FROM(H, H##_raw)                                                                        \
        CONVERSIONS(H)                                                                             \
        KP_HD operator H##_raw() const;                                                            \
        KP_ARITHMETIC(H)                                                                           \
    };                                                                                             \
    struct __align__(4) H2 {                                                                       \
        H x, y;                                                                                    \
        H2() = default;                                                                            \
        H2(const H2 &) = default;                                                                  \
        H2 &operator=(const H2 &) = default;                                                       \
        KP_HD H2(const H &, const H &);                                                            \
        KP_HD H2(const H2##_raw &);                                                                \
        KP_HD operator H2##_raw() const;                                                           \
        KP_ARITHMETIC(H2)                                                                          \
    };
#ifdef __CUDA_NO_HALF_CONVERSIONS__
KP_FLOAT16(__half, __half2, KP_NO_CONVERSIONS16)
#else
KP_FLOAT16(__half, __half2, KP_CONVERSIONS16)
#endif
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
KP_FLOAT16(__nv_bfloat16, __nv_bfloat162, KP_NO_CONVERSIONS16)
#else
KP_FLOAT16(__nv_bfloat16, __nv_bfloat162, KP_CONVERSIONS16)
#endif
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define KP_UNARY16(H, H2, name) KP_D H name(H); KP_D H2 name##2(H2);
#define KP_BINARY16(H, H2, name) KP_HD H name(H, H); KP_HD H2 name##2(H2, H2);
#define KP_COMPARE16(H, H2, name)                                                                 \
    KP_HD bool __h##name(H, H);                                                                    \
    KP_HD bool __h##name##u(H, H);                                                                 \
    KP_HD H2 __h##name##2(H2, H2);                                                                 \
    KP_HD bool __hb##name##2(H2, H2);                                                              \
    KP_HD unsigned __h##name##2_mask(H2, H2);
#define KP_FUNCTION16(H, H2, name) KP_D H h##name(H); KP_D H2 h2##name(H2);
#define KP_MATH16(H, H2)                                                                          \
    KP_BINARY16(H, H2, __hadd)                                                                     \
    KP_BINARY16(H, H2, __hsub)                                                                     \
    KP_BINARY16(H, H2, __hmul)                                                                     \
    KP_BINARY16(H, H2, __hmax)                                                                     \
    KP_BINARY16(H, H2, __hmin)                                                                     \
    KP_HD H __hdiv(H, H);                                                                          \
    KP_HD H2 __h2div(H2, H2);                                                                      \
    KP_D H __hadd_rn(H, H);                                                                        \
    KP_D H __hsub_rn(H, H);                                                                        \
    KP_D H __hmul_rn(H, H);                                                                        \
    KP_D H __hadd_sat(H, H);                                                                       \
    KP_D H __hmul_sat(H, H);                                                                       \
    KP_D H __hmax_nan(H, H);                                                                       \
    KP_D H __hmin_nan(H, H);                                                                       \
    KP_D H __hfma(H, H, H);                                                                        \
    KP_D H2 __hfma2(H2, H2, H2);                                                                   \
    KP_D H __hfma_relu(H, H, H);                                                                   \
    KP_D H2 __hfma2_relu(H2, H2, H2);                                                              \
    KP_D H2 __hcmadd(H2, H2, H2);                                                                  \
    KP_UNARY16(H, H2, __hneg)                                                                      \
    KP_UNARY16(H, H2, __habs)                                                                      \
    KP_COMPARE16(H, H2, eq)                                                                        \
    KP_COMPARE16(H, H2, ne)                                                                        \
    KP_COMPARE16(H, H2, lt)                                                                        \
    KP_COMPARE16(H, H2, le)                                                                        \
    KP_COMPARE16(H, H2, gt)                                                                        \
    KP_COMPARE16(H, H2, ge)                                                                        \
    KP_HD bool __hisnan(H);                                                                        \
    KP_HD int __hisinf(H);                                                                         \
    KP_FUNCTION16(H, H2, exp)                                                                      \
    KP_FUNCTION16(H, H2, exp2)                                                                     \
    KP_FUNCTION16(H, H2, exp10)                                                                    \
    KP_FUNCTION16(H, H2, log)                                                                      \
    KP_FUNCTION16(H, H2, log2)                                                                     \
    KP_FUNCTION16(H, H2, log10)                                                                    \
    KP_FUNCTION16(H, H2, sqrt)                                                                     \
    KP_FUNCTION16(H, H2, rsqrt)                                                                    \
    KP_FUNCTION16(H, H2, rcp)                                                                      \
    KP_FUNCTION16(H, H2, sin)                                                                      \
    KP_FUNCTION16(H, H2, cos)                                                                      \
    KP_FUNCTION16(H, H2, tanh)                                                                     \
    KP_FUNCTION16(H, H2, ceil)                                                                     \
    KP_FUNCTION16(H, H2, floor)                                                                    \
    KP_FUNCTION16(H, H2, rint)                                                                     \
    KP_FUNCTION16(H, H2, trunc)                                                                    \
    KP_D H atomicAdd(H *, H);                                                                      \
    KP_D H2 atomicAdd(H2 *, H2);
KP_MATH16(__half, __half2)
KP_MATH16(__nv_bfloat16, __nv_bfloat162)

KP_HD __half __float2half(float);
KP_ROUNDED(__half, __float2half, float)
KP_HD __half __double2half(double);
KP_HD float __half2float(__half);
KP_HD __half2 __float2half2_rn(float);
KP_HD __half2 __floats2half2_rn(float, float);
KP_HD __half2 __float22half2_rn(float2);
KP_HD float2 __half22float2(__half2);
KP_HD __half2 __half2half2(__half);
KP_HD __half2 __halves2half2(__half, __half);
KP_HD __half __low2half(__half2);
KP_HD __half __high2half(__half2);
KP_HD float __low2float(__half2);
KP_HD float __high2float(__half2);
KP_HD __half2 __low2half2(__half2);
KP_HD __half2 __high2half2(__half2);
KP_HD __half2 __lows2half2(__half2, __half2);
KP_HD __half2 __highs2half2(__half2, __half2);
KP_HD __half2 __lowhigh2highlow(__half2);
KP_HD __half2 make_half2(__half, __half);
KP_ROUNDED(__half, __int2half, int)
KP_ROUNDED(__half, __uint2half, unsigned)
KP_ROUNDED(__half, __short2half, short)
KP_ROUNDED(__half, __ushort2half, unsigned short)
KP_ROUNDED(int, __half2int, __half)
KP_ROUNDED(unsigned, __half2uint, __half)
KP_ROUNDED(short, __half2short, __half)
KP_ROUNDED(unsigned short, __half2ushort, __half)
KP_HD short __half_as_short(__half);
KP_HD unsigned short __half_as_ushort(__half);
KP_HD __half __short_as_half(short);
KP_HD __half __ushort_as_half(unsigned short);
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)

KP_HD __nv_bfloat16 __float2bfloat16(float);
KP_ROUNDED(__nv_bfloat16, __float2bfloat16, float)
KP_HD __nv_bfloat16 __double2bfloat16(double);
KP_HD float __bfloat162float(__nv_bfloat16);
KP_HD __nv_bfloat162 __float2bfloat162_rn(float);
KP_HD __nv_bfloat162 __floats2bfloat162_rn(float, float);
KP_HD __nv_bfloat162 __float22bfloat162_rn(float2);
KP_HD float2 __bfloat1622float2(__nv_bfloat162);
KP_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
KP_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
KP_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
KP_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
KP_HD float __low2float(__nv_bfloat162);
KP_HD float __high2float(__nv_bfloat162);
KP_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162);
KP_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162);
KP_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
KP_ROUNDED(__nv_bfloat16, __int2bfloat16, int)
KP_ROUNDED(int, __bfloat162int, __nv_bfloat16)
KP_HD short __bfloat16_as_short(__nv_bfloat16);
KP_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16);
KP_HD __nv_bfloat16 __short_as_bfloat16(short);
KP_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short);

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };
#define KP_FLOAT8(H)                                                                              \
    struct H {                                                                                     \
        unsigned char __x;                                                                         \
        H() = default;                                                                             \
        KP_HD explicit H(float);                                                                   \
        KP_HD explicit H(double);                                                                  \
        KP_HD explicit H(int);                                                                     \
        KP_HD explicit H(__half);                                                                  \
        KP_HD explicit H(__nv_bfloat16);                                                           \
        KP_HD explicit operator float() const;                                                     \
        KP_HD explicit operator double() const;                                                    \
        KP_HD explicit operator __half() const;                                                    \
        KP_HD explicit operator __nv_bfloat16() const;                                             \
    };
KP_FLOAT8(__nv_fp8_e4m3)
KP_FLOAT8(__nv_fp8_e5m2)
KP_FLOAT8(__nv_fp8_e8m0)
KP_FLOAT8(__nv_fp4_e2m1)
#define KP_FLOAT8_PACK(H, raw, floats)                                                            \
    struct H {                                                                                     \
        raw __x;                                                                                   \
        H() = default;                                                                             \
        KP_HD explicit H(floats);                                                                  \
        KP_HD explicit operator floats() const;                                                    \
    };
KP_FLOAT8_PACK(__nv_fp8x2_e4m3, unsigned short, float2)
KP_FLOAT8_PACK(__nv_fp8x2_e5m2, unsigned short, float2)
KP_FLOAT8_PACK(__nv_fp8x4_e4m3, unsigned, float4)
KP_FLOAT8_PACK(__nv_fp8x4_e5m2, unsigned, float4)
KP_FLOAT8_PACK(__nv_fp4x2_e2m1, unsigned char, float2)
KP_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
KP_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);
KP_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
KP_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t,
                                                    __nv_fp8_interpretation_t);
KP_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(unsigned char);

// ---- complex numbers --------------------------------------------------------------------------

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define KP_COMPLEX(Z, R, f)                                                                       \
    KP_HD R cuCreal##f(Z);                                                                         \
    KP_HD R cuCimag##f(Z);                                                                         \
    KP_HD R cuCabs##f(Z);                                                                          \
    KP_HD Z cuConj##f(Z);                                                                          \
    KP_HD Z cuCadd##f(Z, Z);                                                                       \
    KP_HD Z cuCsub##f(Z, Z);                                                                       \
    KP_HD Z cuCmul##f(Z, Z);                                                                       \
    KP_HD Z cuCdiv##f(Z, Z);                                                                       \
    KP_HD Z cuCfma##f(Z, Z, Z);                                                                    \
    KP_HD Z make_##Z(R, R);
KP_COMPLEX(cuFloatComplex, float, f)
KP_COMPLEX(cuDoubleComplex, double, )
KP_HD cuComplex make_cuComplex(float, float);
KP_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
KP_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);

// ---- asynchronous copies ----------------------------------------------------------------------

KP_D void __pipeline_memcpy_async(void *, const void *, size_t, size_t = 0);
KP_D void __pipeline_commit();
KP_D void __pipeline_wait_prior(size_t);
KP_D void __pipeline_arrive_on(unsigned long long *);

namespace cuda
{
enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};
template <size_t N> struct aligned_size_t {
    size_t value;
    KP_HD explicit constexpr aligned_size_t(size_t n) : value(n)
    {
    }
    KP_HD constexpr operator size_t() const
    {
        return value;
    }
};
enum class pipeline_role { producer, consumer };
template <thread_scope S, unsigned N> struct pipeline_shared_state {};
template <thread_scope S> struct pipeline {
    KP_D void producer_acquire();
    KP_D void producer_commit();
    KP_D void consumer_wait();
    KP_D void consumer_release();
    KP_D void quit();
};
KP_D pipeline<thread_scope_thread> make_pipeline();
template <class G, class S> KP_D pipeline<thread_scope_block> make_pipeline(const G &, S *);
template <class G, class S, class R>
KP_D pipeline<thread_scope_block> make_pipeline(const G &, S *, R);
template <unsigned N, class P> KP_D void pipeline_consumer_wait_prior(P &);
template <class P> KP_D void pipeline_producer_commit(P &);
template <thread_scope S = thread_scope_system> struct barrier {
    typedef unsigned long long arrival_token;
    KP_HD barrier();
    KP_HD barrier(long);
    KP_D arrival_token arrive(long = 1);
    KP_D void wait(arrival_token &&) const;
    KP_D void arrive_and_wait();
    KP_D void arrive_and_drop();
};
template <class B> KP_D void init(B *, long);
template <class... A> KP_D void memcpy_async(A &&...);
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
KP_HD void atomic_thread_fence(memory_order, thread_scope = thread_scope_system);
#define KP_ATOMIC_METHODS(T)                                                                      \
    KP_HD T load(memory_order = memory_order_seq_cst) const;                                       \
    KP_HD void store(T, memory_order = memory_order_seq_cst);                                      \
    KP_HD T exchange(T, memory_order = memory_order_seq_cst);                                      \
    KP_HD T fetch_add(T, memory_order = memory_order_seq_cst);                                     \
    KP_HD T fetch_sub(T, memory_order = memory_order_seq_cst);                                     \
    KP_HD T fetch_min(T, memory_order = memory_order_seq_cst);                                     \
    KP_HD T fetch_max(T, memory_order = memory_order_seq_cst);                                     \
    KP_HD bool compare_exchange_strong(T &, T, memory_order = memory_order_seq_cst);               \
    KP_HD bool compare_exchange_weak(T &, T, memory_order = memory_order_seq_cst);
template <class T, thread_scope S = thread_scope_system> struct atomic {
    KP_HD atomic(T = T());
    KP_ATOMIC_METHODS(T)
};
template <class T, thread_scope S = thread_scope_system> struct atomic_ref {
    KP_HD explicit atomic_ref(T &);
    KP_ATOMIC_METHODS(T)
};
namespace std
{
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::ptrdiff_t;
using ::size_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
template <class T> KP_HD constexpr const T &min(const T &, const T &);
template <class T> KP_HD constexpr const T &max(const T &, const T &);
} // namespace std
} // namespace cuda

// ---- tensor cores -----------------------------------------------------------------------------

namespace nvcuda
{
namespace wmma
{
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision
{
struct tf32;
}
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
template <class T> struct kp_storage {
    typedef T type;
    static constexpr int packed = 1;
};
template <> struct kp_storage<precision::tf32> {
    typedef float type;
    static constexpr int packed = 1;
};
template <> struct kp_storage<experimental::precision::u4> {
    typedef int type;
    static constexpr int packed = 8;
};
template <> struct kp_storage<experimental::precision::s4> {
    typedef int type;
    static constexpr int packed = 8;
};
template <> struct kp_storage<experimental::precision::b1> {
    typedef int type;
    static constexpr int packed = 32;
};
/* A warp's part of a matrix; of half, both threads of a pair hold it. */
template <class Use, int M, int N, int K, class T> struct kp_elements {
    static constexpr int value = M * N / 32;
};
template <int M, int N, int K, class T> struct kp_elements<matrix_a, M, N, K, T> {
    static constexpr int value = M * K / 32;
};
template <int M, int N, int K, class T> struct kp_elements<matrix_b, M, N, K, T> {
    static constexpr int value = K * N / 32;
};
template <int M, int N, int K> struct kp_elements<matrix_a, M, N, K, __half> {
    static constexpr int value = 16;
};
template <int M, int N, int K> struct kp_elements<matrix_b, M, N, K, __half> {
    static constexpr int value = 16;
};
template <class Use, int M, int N, int K, class T, class Layout = void>
struct __align__(8) fragment {
    typedef typename kp_storage<T>::type storage_element_type;
    typedef storage_element_type element_type;
    static constexpr int num_elements = kp_elements<Use, M, N, K, T>::value;
    static constexpr int num_storage_elements = num_elements / kp_storage<T>::packed;
    storage_element_type x[num_storage_elements];
};
template <class F, class T> KP_D void load_matrix_sync(F &, const T *, unsigned);
template <class F, class T> KP_D void load_matrix_sync(F &, const T *, unsigned, layout_t);
template <class F, class T> KP_D void store_matrix_sync(T *, const F &, unsigned, layout_t);
template <class F, class V> KP_D void fill_fragment(F &, V);
template <class D, class A, class B, class C>
KP_D void mma_sync(D &, const A &, const B &, const C &, bool = false);
template <class D, class A, class B, class C>
KP_D void bmma_sync(D &, const A &, const B &, const C &,
                    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
KP_D float __float_to_tf32(float);
} // namespace wmma
} // namespace nvcuda

// ---- cooperative groups -----------------------------------------------------------------------

namespace cooperative_groups
{
struct thread_group {
    KP_D void sync() const;
    KP_D unsigned size() const;
    KP_D unsigned num_threads() const;
    KP_D unsigned thread_rank() const;
};
struct thread_block : thread_group {
    static KP_D void sync();
    static KP_D unsigned size();
    static KP_D unsigned num_threads();
    static KP_D unsigned thread_rank();
    static KP_D dim3 group_index();
    static KP_D dim3 thread_index();
    static KP_D dim3 group_dim();
    static KP_D dim3 dim_threads();
    KP_D int barrier_arrive() const;
    KP_D void barrier_wait(int) const;
};
struct grid_group : thread_group {
    KP_D bool is_valid() const;
    KP_D void sync() const;
    static KP_D unsigned long long size();
    static KP_D unsigned long long num_threads();
    static KP_D unsigned long long thread_rank();
    static KP_D dim3 group_dim();
    static KP_D dim3 dim_blocks();
    static KP_D unsigned long long num_blocks();
    static KP_D dim3 block_index();
    static KP_D unsigned long long block_rank();
};
struct cluster_group : thread_group {
    KP_D void sync() const;
    static KP_D unsigned block_rank();
    static KP_D dim3 block_index();
    static KP_D unsigned num_blocks();
    static KP_D unsigned thread_rank();
    KP_D int barrier_arrive() const;
    KP_D void barrier_wait(int) const;
    template <class T> KP_D T *map_shared_rank(T *, int) const;
};
struct multi_grid_group : thread_group {
    KP_D void sync() const;
};
#define KP_SHUFFLES                                                                               \
    template <class T> KP_D T shfl(T, int) const;                                                  \
    template <class T> KP_D T shfl_up(T, unsigned) const;                                          \
    template <class T> KP_D T shfl_down(T, unsigned) const;                                        \
    KP_D int any(int) const;                                                                       \
    KP_D int all(int) const;                                                                       \
    KP_D unsigned ballot(int) const;                                                               \
    template <class T> KP_D unsigned match_any(T) const;                                           \
    KP_D unsigned meta_group_rank() const;                                                         \
    KP_D unsigned meta_group_size() const;
template <unsigned N, class P = void> struct thread_block_tile : thread_group {
    KP_D thread_block_tile();
    template <class Q> KP_D thread_block_tile(const thread_block_tile<N, Q> &);
    KP_D void sync() const;
    static KP_D unsigned size();
    static KP_D unsigned num_threads();
    KP_D unsigned thread_rank() const;
    template <class T> KP_D T shfl_xor(T, unsigned) const;
    KP_SHUFFLES
};
struct coalesced_group : thread_group {
    KP_D void sync() const;
    KP_D unsigned size() const;
    KP_D unsigned num_threads() const;
    KP_D unsigned thread_rank() const;
    KP_SHUFFLES
};
KP_D thread_block this_thread_block();
KP_D grid_group this_grid();
KP_D cluster_group this_cluster();
KP_D multi_grid_group this_multi_grid();
KP_D coalesced_group coalesced_threads();
template <unsigned N, class P> KP_D thread_block_tile<N, P> tiled_partition(const P &);
KP_D thread_group tiled_partition(const thread_group &, unsigned);
template <class G> KP_D coalesced_group binary_partition(const G &, bool);
template <class G> KP_D coalesced_group labeled_partition(const G &, int);
template <class G> KP_D void sync(const G &);
template <class G> KP_D unsigned thread_rank(const G &);
template <class G> KP_D unsigned group_size(const G &);
template <class G, class... A> KP_D void memcpy_async(const G &, A &&...);
template <class G> KP_D void wait(const G &);
template <unsigned N, class G> KP_D void wait_prior(const G &);
#define KP_COMBINER(name)                                                                         \
    template <class T> struct name {                                                               \
        KP_HD T operator()(T, T) const;                                                            \
    };
KP_COMBINER(plus) KP_COMBINER(less) KP_COMBINER(greater) KP_COMBINER(bit_and) KP_COMBINER(bit_or)
KP_COMBINER(bit_xor)
template <class G, class T, class O> KP_D T reduce(const G &, T, O);
template <class G, class T, class O> KP_D T inclusive_scan(const G &, T, O);
template <class G, class T, class O> KP_D T exclusive_scan(const G &, T, O);
template <class G, class T> KP_D T inclusive_scan(const G &, T);
template <class G, class T> KP_D T exclusive_scan(const G &, T);
} // namespace cooperative_groups

// ---- the runtime's types ----------------------------------------------------------------------

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorCudartUnloading = 4,
    cudaErrorProfilerDisabled = 5,
    cudaErrorProfilerNotInitialized = 6,
    cudaErrorProfilerAlreadyStarted = 7,
    cudaErrorProfilerAlreadyStopped = 8,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidHostPointer = 16,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidTexture = 18,
    cudaErrorInvalidTextureBinding = 19,
    cudaErrorInvalidChannelDescriptor = 20,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorAddressOfConstant = 22,
    cudaErrorTextureFetchFailed = 23,
    cudaErrorTextureNotBound = 24,
    cudaErrorSynchronizationError = 25,
    cudaErrorInvalidFilterSetting = 26,
    cudaErrorInvalidNormSetting = 27,
    cudaErrorMixedDeviceExecution = 28,
    cudaErrorNotYetImplemented = 31,
    cudaErrorMemoryValueTooLarge = 32,
    cudaErrorStubLibrary = 34,
    cudaErrorInsufficientDriver = 35,
    cudaErrorCallRequiresNewerDriver = 36,
    cudaErrorInvalidSurface = 37,
    cudaErrorDuplicateVariableName = 43,
    cudaErrorDuplicateTextureName = 44,
    cudaErrorDuplicateSurfaceName = 45,
    cudaErrorDevicesUnavailable = 46,
    cudaErrorIncompatibleDriverContext = 49,
    cudaErrorMissingConfiguration = 52,
    cudaErrorPriorLaunchFailure = 53,
    cudaErrorLaunchMaxDepthExceeded = 65,
    cudaErrorLaunchFileScopedTex = 66,
    cudaErrorLaunchFileScopedSurf = 67,
    cudaErrorSyncDepthExceeded = 68,
    cudaErrorLaunchPendingCountExceeded = 69,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorDeviceNotLicensed = 102,
    cudaErrorSoftwareValidityNotEstablished = 103,
    cudaErrorStartupFailure = 127,
    cudaErrorInvalidKernelImage = 200,
    cudaErrorDeviceUninitialized = 201,
    cudaErrorMapBufferObjectFailed = 205,
    cudaErrorUnmapBufferObjectFailed = 206,
    cudaErrorArrayIsMapped = 207,
    cudaErrorAlreadyMapped = 208,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorAlreadyAcquired = 210,
    cudaErrorNotMapped = 211,
    cudaErrorNotMappedAsArray = 212,
    cudaErrorNotMappedAsPointer = 213,
    cudaErrorECCUncorrectable = 214,
    cudaErrorUnsupportedLimit = 215,
    cudaErrorDeviceAlreadyInUse = 216,
    cudaErrorPeerAccessUnsupported = 217,
    cudaErrorInvalidPtx = 218,
    cudaErrorInvalidGraphicsContext = 219,
    cudaErrorNvlinkUncorrectable = 220,
    cudaErrorJitCompilerNotFound = 221,
    cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorJitCompilationDisabled = 223,
    cudaErrorUnsupportedExecAffinity = 224,
    cudaErrorUnsupportedDevSideSync = 225,
    cudaErrorContained = 226,
    cudaErrorInvalidSource = 300,
    cudaErrorFileNotFound = 301,
    cudaErrorSharedObjectSymbolNotFound = 302,
    cudaErrorSharedObjectInitFailed = 303,
    cudaErrorOperatingSystem = 304,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalState = 401,
    cudaErrorLossyQuery = 402,
    cudaErrorSymbolNotFound = 500,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorLaunchIncompatibleTexturing = 703,
    cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorPeerAccessNotEnabled = 705,
    cudaErrorSetOnActiveProcess = 708,
    cudaErrorContextIsDestroyed = 709,
    cudaErrorAssert = 710,
    cudaErrorTooManyPeers = 711,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorHardwareStackError = 714,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorInvalidAddressSpace = 717,
    cudaErrorInvalidPc = 718,
    cudaErrorLaunchFailure = 719,
    cudaErrorCooperativeLaunchTooLarge = 720,
    cudaErrorTensorMemoryLeak = 721,
    cudaErrorNotPermitted = 800,
    cudaErrorNotSupported = 801,
    cudaErrorSystemNotReady = 802,
    cudaErrorSystemDriverMismatch = 803,
    cudaErrorCompatNotSupportedOnDevice = 804,
    cudaErrorMpsConnectionFailed = 805,
    cudaErrorMpsRpcFailure = 806,
    cudaErrorMpsServerNotReady = 807,
    cudaErrorMpsMaxClientsReached = 808,
    cudaErrorMpsMaxConnectionsReached = 809,
    cudaErrorMpsClientTerminated = 810,
    cudaErrorCdpNotSupported = 811,
    cudaErrorCdpVersionMismatch = 812,
    cudaErrorStreamCaptureUnsupported = 900,
    cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorStreamCaptureMerge = 902,
    cudaErrorStreamCaptureUnmatched = 903,
    cudaErrorStreamCaptureUnjoined = 904,
    cudaErrorStreamCaptureIsolation = 905,
    cudaErrorStreamCaptureImplicit = 906,
    cudaErrorCapturedEvent = 907,
    cudaErrorStreamCaptureWrongThread = 908,
    cudaErrorTimeout = 909,
    cudaErrorGraphExecUpdateFailure = 910,
    cudaErrorExternalDevice = 911,
    cudaErrorInvalidClusterSize = 912,
    cudaErrorFunctionNotLoaded = 913,
    cudaErrorInvalidResourceType = 914,
    cudaErrorInvalidResourceConfiguration = 915,
    cudaErrorUnknown = 999
};
typedef cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUmemPool_st *cudaMemPool_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
struct cudaGraphicsResource;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 13
};
enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault,
    cudaSharedMemBankSizeFourByte,
    cudaSharedMemBankSizeEightByte
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0
};
enum cudaLimit {
    cudaLimitStackSize,
    cudaLimitPrintfFifoSize,
    cudaLimitMallocHeapSize,
    cudaLimitPersistingL2CacheSize = 6
};
enum cudaDataType_t {
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16F = 2,
    CUDA_R_8I = 3,
    CUDA_C_32F = 4,
    CUDA_C_64F = 5,
    CUDA_C_16F = 6,
    CUDA_R_8U = 8,
    CUDA_R_32I = 10,
    CUDA_R_16BF = 14,
    CUDA_R_4I = 16,
    CUDA_R_8F_E4M3 = 28,
    CUDA_R_8F_E5M2 = 29
};
typedef cudaDataType_t cudaDataType;
enum libraryPropertyType_t { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33,
    cudaDevAttrPciDeviceId = 34,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrVirtualMemoryManagementSupported = 102,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrClusterLaunch = 120
};
enum { cudaComputeModeDefault = 0, cudaComputeModeProhibited = 2 };
struct cudaDeviceProp {
    char name[256];
    char uuid[16];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
    int canMapHostMemory, computeMode, concurrentKernels, ECCEnabled;
    int pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
    int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess;
    int cooperativeLaunch, cooperativeMultiDeviceLaunch, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cudaPos {
    size_t x, y, z;
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseSetAccessedBy = 5
};
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    struct {
        int cooperative, programmaticStreamSerializationAllowed;
        struct {
            unsigned x, y, z;
        } clusterDim;
    } val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams;
    void **extra;
};
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaHostRegisterReadOnly 8
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaCpuDeviceId (-1)
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaOccupancyDefault 0

// ---- textures ---------------------------------------------------------------------------------

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
    int x, y, z, w;
    cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
    cudaAddressModeWrap,
    cudaAddressModeClamp,
    cudaAddressModeMirror,
    cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType {
    cudaResourceTypeArray,
    cudaResourceTypeMipmappedArray,
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
};
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
};
struct cudaResourceViewDesc;
struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct texture : textureReference {};
template <class T, int D, cudaTextureReadMode M> KP_D T tex1Dfetch(texture<T, D, M>, int);
template <class T, int D, cudaTextureReadMode M> KP_D T tex1D(texture<T, D, M>, float);
template <class T, int D, cudaTextureReadMode M> KP_D T tex2D(texture<T, D, M>, float, float);
template <class T, int D, cudaTextureReadMode M>
KP_D T tex3D(texture<T, D, M>, float, float, float);
template <class T> KP_D T tex1Dfetch(cudaTextureObject_t, int);
template <class T> KP_D T tex1D(cudaTextureObject_t, float);
template <class T> KP_D T tex2D(cudaTextureObject_t, float, float);
template <class T> KP_D T tex3D(cudaTextureObject_t, float, float, float);
template <class T> KP_D T tex1DLod(cudaTextureObject_t, float, float);
template <class T> KP_D T tex2DLod(cudaTextureObject_t, float, float, float);
template <class T> KP_D T tex2DLayered(cudaTextureObject_t, float, float, int);
template <class T> KP_D T tex2Dgather(cudaTextureObject_t, float, float, int = 0);
template <class T> KP_D T surf1Dread(cudaSurfaceObject_t, int, int = 0);
template <class T> KP_D T surf2Dread(cudaSurfaceObject_t, int, int, int = 0);
template <class T> KP_D void surf1Dwrite(T, cudaSurfaceObject_t, int, int = 0);
template <class T> KP_D void surf2Dwrite(T, cudaSurfaceObject_t, int, int, int = 0);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);

// ---- the runtime's functions ------------------------------------------------------------------

// the function that clang calls for a launch <<<...>>>
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);

// most are called only by host code, where their parameters have no effect on the analysis
#define KP_API(name) template <class... A> cudaError_t name(A &&...);
#define KP_DEVICE_API(name) template <class... A> KP_HD cudaError_t name(A &&...);
template <class T> KP_HD cudaError_t cudaMalloc(T **, size_t);
template <class T> cudaError_t cudaMallocHost(T **, size_t, unsigned = 0);
template <class T> cudaError_t cudaHostAlloc(T **, size_t, unsigned);
template <class T> cudaError_t cudaMallocManaged(T **, size_t, unsigned = 1);
template <class T> cudaError_t cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T> cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
KP_HD cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
KP_HD cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
KP_HD cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
KP_HD cudaError_t cudaMemset(void *, int, size_t);
KP_HD cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
KP_API(cudaMalloc3D) KP_API(cudaMalloc3DArray) KP_API(cudaMallocArray) KP_API(cudaFreeArray)
KP_API(cudaMemcpy2D) KP_API(cudaMemcpy2DAsync) KP_API(cudaMemcpy2DFromArray)
KP_API(cudaMemcpy2DToArray) KP_API(cudaMemcpy3D) KP_API(cudaMemcpyToArray)
KP_API(cudaMemcpyFromArray) KP_API(cudaMemcpyPeer) KP_API(cudaMemcpyPeerAsync)
KP_API(cudaMemcpyToSymbol) KP_API(cudaMemcpyToSymbolAsync) KP_API(cudaMemcpyFromSymbol)
KP_API(cudaMemcpyFromSymbolAsync) KP_API(cudaMemset2D) KP_API(cudaMemset2DAsync)
KP_API(cudaMemGetInfo) KP_API(cudaMemPrefetchAsync) KP_API(cudaMemAdvise)
KP_API(cudaGetSymbolAddress) KP_API(cudaGetSymbolSize) KP_API(cudaHostRegister)
KP_API(cudaHostUnregister) KP_API(cudaHostGetDevicePointer) KP_API(cudaPointerGetAttributes)
KP_DEVICE_API(cudaGetLastError) KP_DEVICE_API(cudaPeekAtLastError)
KP_HD const char *cudaGetErrorString(cudaError_t);
KP_HD const char *cudaGetErrorName(cudaError_t);
KP_DEVICE_API(cudaDeviceSynchronize) KP_DEVICE_API(cudaGetDevice) KP_DEVICE_API(cudaGetDeviceCount)
KP_DEVICE_API(cudaDeviceGetAttribute)
KP_API(cudaThreadSynchronize) KP_API(cudaThreadExit) KP_API(cudaThreadSetCacheConfig)
KP_API(cudaSetDevice) KP_API(cudaSetDeviceFlags) KP_API(cudaGetDeviceProperties)
KP_API(cudaChooseDevice) KP_API(cudaDeviceReset) KP_API(cudaDeviceCanAccessPeer)
KP_API(cudaDeviceEnablePeerAccess) KP_API(cudaDeviceDisablePeerAccess)
KP_API(cudaDeviceSetCacheConfig) KP_API(cudaDeviceSetSharedMemConfig) KP_API(cudaDeviceSetLimit)
KP_API(cudaDeviceGetLimit) KP_API(cudaDeviceGetPCIBusId) KP_API(cudaDeviceGetStreamPriorityRange)
KP_API(cudaCtxResetPersistingL2Cache) KP_API(cudaRuntimeGetVersion) KP_API(cudaDriverGetVersion)
KP_API(cudaFuncSetAttribute) KP_API(cudaFuncSetCacheConfig) KP_API(cudaFuncSetSharedMemConfig)
KP_API(cudaFuncGetAttributes) KP_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
KP_API(cudaOccupancyMaxPotentialBlockSize) KP_API(cudaLaunchKernel) KP_API(cudaLaunchKernelEx)
KP_API(cudaLaunchKernelExC) KP_API(cudaLaunchCooperativeKernel) KP_API(cudaLaunchHostFunc)
KP_API(cudaProfilerStart) KP_API(cudaProfilerStop) KP_API(cudaStreamCreate)
KP_API(cudaStreamCreateWithFlags) KP_API(cudaStreamCreateWithPriority) KP_API(cudaStreamDestroy)
KP_API(cudaStreamSynchronize) KP_API(cudaStreamWaitEvent) KP_API(cudaStreamQuery)
KP_API(cudaStreamAddCallback) KP_API(cudaStreamAttachMemAsync) KP_API(cudaStreamBeginCapture)
KP_API(cudaStreamEndCapture) KP_API(cudaStreamIsCapturing) KP_API(cudaStreamGetCaptureInfo)
KP_API(cudaStreamSetAttribute) KP_API(cudaEventCreate) KP_API(cudaEventCreateWithFlags)
KP_API(cudaEventDestroy) KP_API(cudaEventRecord) KP_API(cudaEventSynchronize)
KP_API(cudaEventElapsedTime) KP_API(cudaEventQuery) KP_API(cudaGraphCreate) KP_API(cudaGraphLaunch)
KP_API(cudaGraphInstantiate) KP_API(cudaGraphExecUpdate) KP_API(cudaGraphDestroy)
KP_API(cudaGraphExecDestroy) KP_API(cudaGraphGetNodes) KP_API(cudaGraphKernelNodeGetParams)
KP_API(cudaGraphKernelNodeSetParams) KP_API(cudaBindTexture) KP_API(cudaBindTexture2D)
KP_API(cudaBindTextureToArray) KP_API(cudaUnbindTexture) KP_API(cudaCreateTextureObject)
KP_API(cudaDestroyTextureObject) KP_API(cudaGetTextureObjectResourceDesc)
KP_API(cudaCreateSurfaceObject) KP_API(cudaDestroySurfaceObject) KP_API(cudaGetChannelDesc)
KP_API(cudaGraphicsMapResources) KP_API(cudaGraphicsUnmapResources)
KP_API(cudaGraphicsResourceGetMappedPointer) KP_API(cudaGraphicsGLRegisterBuffer)
KP_API(cudaGraphicsGLRegisterImage) KP_API(cudaGraphicsUnregisterResource)
KP_API(cudaGraphicsResourceSetMapFlags) KP_API(cudaGraphicsSubResourceGetMappedArray)
KP_API(cudaGLSetGLDevice) KP_API(cudaGLRegisterBufferObject) KP_API(cudaGLUnregisterBufferObject)
KP_API(cudaGLMapBufferObject) KP_API(cudaGLUnmapBufferObject)
cudaExtent make_cudaExtent(size_t, size_t, size_t);
cudaPos make_cudaPos(size_t, size_t, size_t);
cudaPitchedPtr make_cudaPitchedPtr(void *, size_t, size_t, size_t);
enum {
    cudaGraphicsMapFlagsNone = 0,
    cudaGraphicsMapFlagsReadOnly = 1,
    cudaGraphicsMapFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsNone = 0
};

// ---- the driver and libraries -----------------------------------------------------------------

typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef CUstream_st *CUstream;
typedef CUevent_st *CUevent;
typedef unsigned long long CUdeviceptr;
enum CUresult {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_DEVICE_NOT_LICENSED = 102,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_LOSSY_QUERY = 402,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_TENSOR_MEMORY_LEAK = 721,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
    CUDA_ERROR_MPS_RPC_FAILURE = 806,
    CUDA_ERROR_MPS_SERVER_NOT_READY = 807,
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
    CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
    CUDA_ERROR_CDP_NOT_SUPPORTED = 811,
    CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902,
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_CAPTURED_EVENT = 907,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUDA_ERROR_TIMEOUT = 909,
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUDA_ERROR_EXTERNAL_DEVICE = 911,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
    CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_KEY_ROTATION = 916,
    CUDA_ERROR_UNKNOWN = 999
};
struct __align__(64) CUtensorMap {
    unsigned long long opaque[16];
};
#define KP_DRIVER_API(name) template <class... A> CUresult name(A &&...);
KP_DRIVER_API(cuInit) KP_DRIVER_API(cuGetErrorString) KP_DRIVER_API(cuGetErrorName)
KP_DRIVER_API(cuDeviceGet) KP_DRIVER_API(cuCtxCreate) KP_DRIVER_API(cuLaunchKernel)

typedef struct cublasContext *cublasHandle_t;
typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cudnnContext *cudnnHandle_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct curandGenerator_st *curandGenerator_t;
enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
};
typedef cublasStatus_t cublasStatus;
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH,
    CUBLAS_TENSOR_OP_MATH,
    CUBLAS_PEDANTIC_MATH,
    CUBLAS_TF32_TENSOR_OP_MATH
};
enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
#define KP_BLAS_API(name) template <class... A> cublasStatus_t name(A &&...);
#define KP_BLAS4(name)                                                                            \
    KP_BLAS_API(cublasS##name)                                                                     \
    KP_BLAS_API(cublasD##name)                                                                     \
    KP_BLAS_API(cublasC##name)                                                                     \
    KP_BLAS_API(cublasZ##name)
KP_BLAS_API(cublasInit) KP_BLAS_API(cublasShutdown) KP_BLAS_API(cublasGetError)
KP_BLAS_API(cublasCreate) KP_BLAS_API(cublasCreate_v2) KP_BLAS_API(cublasDestroy)
KP_BLAS_API(cublasDestroy_v2) KP_BLAS_API(cublasGetVersion) KP_BLAS_API(cublasSetStream)
KP_BLAS_API(cublasGetStream) KP_BLAS_API(cublasSetWorkspace) KP_BLAS_API(cublasSetMathMode)
KP_BLAS_API(cublasGetMathMode) KP_BLAS_API(cublasSetPointerMode) KP_BLAS_API(cublasSetAtomicsMode)
KP_BLAS_API(cublasSetMatrix) KP_BLAS_API(cublasGetMatrix) KP_BLAS_API(cublasSetVector)
KP_BLAS_API(cublasGetVector) KP_BLAS_API(cublasGetStream_v2) KP_BLAS_API(cublasSetStream_v2)
KP_BLAS_API(cublasSetMatrixAsync) KP_BLAS_API(cublasGetMatrixAsync)
KP_BLAS_API(cublasSetVectorAsync) KP_BLAS_API(cublasGetVectorAsync)
KP_BLAS4(gemm) KP_BLAS4(gemmBatched) KP_BLAS4(gemmStridedBatched) KP_BLAS4(gemv) KP_BLAS4(geam)
KP_BLAS4(axpy) KP_BLAS4(scal) KP_BLAS4(copy) KP_BLAS4(swap) KP_BLAS4(dgmm) KP_BLAS4(syrk)
KP_BLAS4(trsm) KP_BLAS4(trmm) KP_BLAS4(symm)
KP_BLAS_API(cublasSdot) KP_BLAS_API(cublasDdot) KP_BLAS_API(cublasSnrm2) KP_BLAS_API(cublasDnrm2)
KP_BLAS_API(cublasSger) KP_BLAS_API(cublasSasum) KP_BLAS_API(cublasIsamax) KP_BLAS_API(cublasHgemm)
KP_BLAS_API(cublasHgemmBatched) KP_BLAS_API(cublasHgemmStridedBatched) KP_BLAS_API(cublasSgemm_v2)
KP_BLAS_API(cublasSgemmEx) KP_BLAS_API(cublasGemmEx) KP_BLAS_API(cublasGemmBatchedEx)
KP_BLAS_API(cublasGemmStridedBatchedEx) KP_BLAS_API(cublasAxpyEx) KP_BLAS_API(cublasDotEx)
KP_BLAS_API(cublasScalEx) KP_BLAS_API(cublasNrm2Ex) KP_BLAS_API(cublasLtCreate)
KP_BLAS_API(cublasLtDestroy) KP_BLAS_API(cublasLtMatmul)
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);

enum curandStatus_t { CURAND_STATUS_SUCCESS = 0 };
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS = 0 };
enum cusparseMatrixType_t {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
};
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseOperation_t {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
};
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS = 0 };
enum curandRngType_t { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101 };
#define KP_RAND_API(name) template <class... A> curandStatus_t name(A &&...);
KP_RAND_API(curandCreateGenerator) KP_RAND_API(curandDestroyGenerator)
KP_RAND_API(curandSetPseudoRandomGeneratorSeed) KP_RAND_API(curandGenerateUniform)
KP_RAND_API(curandGenerateNormal)
struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
template <class S>
KP_D void curand_init(unsigned long long, unsigned long long, unsigned long long, S *);
template <class S> KP_D unsigned curand(S *);
template <class S> KP_D float curand_uniform(S *);
template <class S> KP_D float curand_normal(S *);
template <class S> KP_D double curand_uniform_double(S *);
template <class S> KP_D double curand_normal_double(S *);
template <class S> KP_D float4 curand_uniform4(S *);
template <class S> KP_D float4 curand_normal4(S *);
template <class S> KP_D uint4 curand4(S *);

namespace cub
{
struct Sum {
    template <class T> KP_HD T operator()(T, T) const;
};
struct Max {
    template <class T> KP_HD T operator()(T, T) const;
};
struct Min {
    template <class T> KP_HD T operator()(T, T) const;
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1>
struct BlockReduce {
    struct TempStorage {};
    KP_D BlockReduce(TempStorage &);
    KP_D T Sum(T);
    KP_D T Sum(T, int);
    template <class O> KP_D T Reduce(T, O);
    template <class O> KP_D T Reduce(T, O, int);
};
template <class T, int X, int A = 0, int Y = 1, int Z = 1> struct BlockScan {
    struct TempStorage {};
    KP_D BlockScan(TempStorage &);
    template <class... A2> KP_D void ExclusiveSum(A2 &&...);
    template <class... A2> KP_D void InclusiveSum(A2 &&...);
    template <class... A2> KP_D void ExclusiveScan(A2 &&...);
    template <class... A2> KP_D void InclusiveScan(A2 &&...);
};
template <class T, int N = 32> struct WarpReduce {
    struct TempStorage {};
    KP_D WarpReduce(TempStorage &);
    KP_D T Sum(T);
    template <class O> KP_D T Reduce(T, O);
};
#define KP_CUB_API(name) template <class... A> static cudaError_t name(A &&...);
struct DeviceReduce {
    KP_CUB_API(Sum)
    KP_CUB_API(Min)
    KP_CUB_API(Max)
    KP_CUB_API(ArgMin)
    KP_CUB_API(ArgMax)
    KP_CUB_API(Reduce)
    KP_CUB_API(TransformReduce)
    KP_CUB_API(ReduceByKey)
};
struct DeviceSegmentedReduce : DeviceReduce {};
struct DeviceScan {
    KP_CUB_API(ExclusiveSum)
    KP_CUB_API(InclusiveSum)
    KP_CUB_API(ExclusiveScan)
    KP_CUB_API(InclusiveScan)
    KP_CUB_API(ExclusiveSumByKey)
    KP_CUB_API(InclusiveSumByKey)
    KP_CUB_API(ExclusiveScanByKey)
    KP_CUB_API(InclusiveScanByKey)
};
struct DeviceRadixSort {
    KP_CUB_API(SortKeys)
    KP_CUB_API(SortPairs)
    KP_CUB_API(SortKeysDescending)
    KP_CUB_API(SortPairsDescending)
};
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceSelect {
    KP_CUB_API(Flagged)
    KP_CUB_API(If)
    KP_CUB_API(Unique)
    KP_CUB_API(UniqueByKey)
};
struct DevicePartition {
    KP_CUB_API(Flagged)
    KP_CUB_API(If)
};
struct DeviceHistogram {
    KP_CUB_API(HistogramEven)
    KP_CUB_API(HistogramRange)
};
struct DeviceRunLengthEncode {
    KP_CUB_API(Encode)
    KP_CUB_API(NonTrivialRuns)
};
#undef KP_CUB_API
} // namespace cub

namespace thrust
{
template <class T> struct device_vector;
template <class T> struct host_vector;
template <class T> struct device_ptr;
template <class T> struct complex {
    T r, i;
    KP_HD complex(T = T(), T = T());
    KP_HD T real() const;
    KP_HD T imag() const;
};
KP_COMBINER(plus) KP_COMBINER(minus) KP_COMBINER(multiplies) KP_COMBINER(maximum)
KP_COMBINER(minimum)
namespace cuda
{
}
} // namespace thrust
