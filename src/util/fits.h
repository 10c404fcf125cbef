/* Patterns for paths, as .gitignore has them. */
#ifndef KP_UTIL_FITS_H
#define KP_UTIL_FITS_H

#include <stdbool.h>

/* Does the pattern fit the path, or a folder that it is in? The path is relative to where the
 * pattern was written. Without a slash in its middle or front, a pattern fits in any folder; with
 * one behind it, it fits folders; ** is any number of folders. */
bool kp_path_fits(const char *pattern, const char *path, bool is_folder);

#endif
