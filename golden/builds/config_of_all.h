#ifndef CONFIG_OF_ALL_H
#define CONFIG_OF_ALL_H
#define HAVE_FLOAT
#endif
