#!/usr/bin/env python3
"""Write a C file with the contents of some files: embed.py OUT.c FILE...

The table is declared in src/util/embed.h; a file's name in it is the last part of its path.
"""
import os
import sys

PER_LINE = 20


def array(number, data):
    """`data` as the definition of file_<number>, NUL-terminated."""
    lines = [f"static const unsigned char file_{number}[] = {{"]
    for at in range(0, len(data), PER_LINE):
        lines.append("    " + "".join(f"{byte}," for byte in data[at : at + PER_LINE]))
    lines.append("    0};")
    return "\n".join(lines)


def main(out, paths):
    names = [os.path.basename(path) for path in paths]
    if len(set(names)) != len(names):
        sys.exit("embed.py: two files have the same name")
    parts = ["/* Made by tools/embed.py. */", '#include "util/embed.h"', ""]
    rows = []
    for number, path in enumerate(paths):
        with open(path, "rb") as file:
            data = file.read()
        parts += [array(number, data), ""]
        name = names[number].replace("\\", "\\\\").replace('"', '\\"')
        rows.append(f'    {{"{name}", (const char *)file_{number}, {len(data)}}},')
    parts += ["const struct kp_embedded kp_embedded_files[] = {", *rows, "    {NULL, NULL, 0},", "};"]
    parts += [f"const size_t kp_embedded_count = {len(rows)};", ""]
    with open(out, "w", encoding="ascii") as file:
        file.write("\n".join(parts))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
