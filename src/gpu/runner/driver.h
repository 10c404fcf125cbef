/* The part of the CUDA driver API that the runner uses. libcuda is opened at run time and no CUDA
 * header is needed, so that the runner can be built on machines without a GPU. Numbers and
 * prototypes: CUDA Driver API reference, cuda.h of CUDA 12 and 13 (the same since CUDA 11). */
#ifndef RUNNER_DRIVER_H
#define RUNNER_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef int cu_result;
typedef int cu_device;
typedef uint64_t cu_pointer;
typedef struct CUctx_st *cu_context;
typedef struct CUmod_st *cu_module;
typedef struct CUfunc_st *cu_function;
typedef struct CUstream_st *cu_stream;
typedef struct CUevent_st *cu_event;

enum {
    CU_ERROR_OUT_OF_MEMORY = 2,
    CU_ERROR_NO_DEVICE = 100,
    CU_ERROR_INVALID_IMAGE = 200,
    CU_ERROR_NO_BINARY_FOR_GPU = 209,
    CU_ERROR_INVALID_PTX = 218,
    CU_ERROR_UNSUPPORTED_PTX_VERSION = 222,
};

enum {
    CU_DEVICE_CLOCK_KHZ = 13,
    CU_DEVICE_SMS = 16,
    CU_DEVICE_L2_BYTES = 38,
    CU_DEVICE_CC_MAJOR = 75,
    CU_DEVICE_CC_MINOR = 76,
    CU_DEVICE_SMEM_OPTIN = 97,
    CU_FUNC_STATIC_SMEM = 1,
    CU_FUNC_LOCAL_BYTES = 3,
    CU_FUNC_REGISTERS = 4,
    CU_FUNC_MAX_DYNAMIC_SMEM = 8,
};

/* symbol in libcuda, member of `cu`, parameters */
#define DRIVER(X)                                                                                  \
    X(cuInit, Init, (unsigned))                                                                    \
    X(cuDriverGetVersion, DriverGetVersion, (int *))                                               \
    X(cuDeviceGetCount, DeviceGetCount, (int *))                                                   \
    X(cuDeviceGet, DeviceGet, (cu_device *, int))                                                  \
    X(cuDeviceGetName, DeviceGetName, (char *, int, cu_device))                                    \
    X(cuDeviceGetAttribute, DeviceGetAttribute, (int *, int, cu_device))                           \
    X(cuDeviceTotalMem_v2, DeviceTotalMem, (size_t *, cu_device))                                  \
    X(cuDevicePrimaryCtxRetain, PrimaryCtxRetain, (cu_context *, cu_device))                       \
    X(cuCtxSetCurrent, CtxSetCurrent, (cu_context))                                                \
    X(cuCtxSynchronize, CtxSynchronize, (void))                                                    \
    X(cuModuleLoad, ModuleLoad, (cu_module *, const char *))                                       \
    X(cuModuleGetFunction, ModuleGetFunction, (cu_function *, cu_module, const char *))            \
    X(cuFuncGetAttribute, FuncGetAttribute, (int *, int, cu_function))                             \
    X(cuFuncSetAttribute, FuncSetAttribute, (cu_function, int, int))                               \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, Occupancy, (int *, cu_function, int, size_t))   \
    X(cuLaunchKernel, LaunchKernel,                                                                \
      (cu_function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,          \
       cu_stream, void **, void **))                                                               \
    X(cuMemAlloc_v2, MemAlloc, (cu_pointer *, size_t))                                             \
    X(cuMemGetInfo_v2, MemGetInfo, (size_t *, size_t *))                                           \
    X(cuMemcpyHtoD_v2, MemcpyHtoD, (cu_pointer, const void *, size_t))                             \
    X(cuMemcpyDtoH_v2, MemcpyDtoH, (void *, cu_pointer, size_t))                                   \
    X(cuMemcpyDtoDAsync_v2, MemcpyDtoDAsync, (cu_pointer, cu_pointer, size_t, cu_stream))          \
    X(cuMemsetD8Async, MemsetD8Async, (cu_pointer, unsigned char, size_t, cu_stream))              \
    X(cuEventCreate, EventCreate, (cu_event *, unsigned))                                          \
    X(cuEventRecord, EventRecord, (cu_event, cu_stream))                                           \
    X(cuEventSynchronize, EventSynchronize, (cu_event))                                            \
    X(cuEventElapsedTime, EventElapsedTime, (float *, cu_event, cu_event))                         \
    X(cuGetErrorName, GetErrorName, (cu_result, const char **))                                    \
    X(cuGetErrorString, GetErrorString, (cu_result, const char **))

#define X(symbol, name, params) cu_result(*name) params;
struct driver {
    DRIVER(X)
};
#undef X

/* The one driver of this process, filled by driver_open(). */
extern struct driver cu;

/* Opens libcuda.so.1, or the library that the environment variable KPIPE_LIBCUDA names (a
 * replacement for tests, or a library in an unusual place). Returns NULL on success; else an error
 * code of the runner's answer, with a message in `text` (of `size` bytes). Must not be called in a
 * process that forks later: CUDA does not survive a fork. */
const char *driver_open(char *text, size_t size);

/* Writes an error as text: "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)".
 */
void driver_error(cu_result rc, char *text, size_t size);

#endif
