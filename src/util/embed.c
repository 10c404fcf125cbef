#include "util/embed.h"

#include <string.h>

const char *kp_embedded(const char *name)
{
    for (size_t i = 0; i < kp_embedded_count; i++)
        if (strcmp(kp_embedded_files[i].name, name) == 0)
            return kp_embedded_files[i].data;
    return NULL;
}
