/* Patterns for paths, as in .gitignore. */
#ifndef KP_UTIL_FITS_H
#define KP_UTIL_FITS_H

#include <stdbool.h>

/* True if the pattern matches the path or a folder that contains it. The path is relative to the
 * folder of the file with the pattern. A pattern without a slash at its beginning or middle matches
 * in any folder; one with a slash at its end matches only folders; ** matches any number of
 * folders. */
bool kp_path_fits(const char *pattern, const char *path, bool is_folder);

#endif
