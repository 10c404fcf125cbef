/* KP_SANITIZED is defined where AddressSanitizer watches, of gcc or clang: it maps terabytes, so
 * limits on the address space are not set. */
#ifndef KP_UTIL_SANITIZED_H
#define KP_UTIL_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KP_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KP_SANITIZED
#endif

#endif
