#pragma once
#define p (prm.ptr)
#define memset my_memset
