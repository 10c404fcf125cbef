#ifndef CONFIG_OF_ONE_H
#define CONFIG_OF_ONE_H
#undef HAVE_FLOAT
#endif
