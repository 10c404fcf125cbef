#pragma once
#ifndef __cplusplus
#define auto int
#define alignas(n)
#endif
#undef __pipeline_commit
