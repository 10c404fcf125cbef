#ifndef QUALIFIER
#define QUALIFIER __shared__
#endif
