#pragma once
#ifndef WHERE
#ifdef WITH_FILE
#define WHERE __FILE__
#else
#define WHERE __FUNCTION__
#endif
#endif
#define WITH_FILE
