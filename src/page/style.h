/* The CSS of pages: light, dark, narrow, paper. */
#ifndef KP_PAGE_STYLE_H
#define KP_PAGE_STYLE_H

extern const char kp_page_style[];

#endif
