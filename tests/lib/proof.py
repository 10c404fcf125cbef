"""Kernels proven by the hundred: many in one nvcc call, each run alone by `kpipe verify`.

A call of nvcc costs half a second whatever it compiles, and 20 to 40 ms for each of our kernels. So the
files of a batch are included into one, each in a namespace of its own; the PTX is then cut up again,
because to read it costs more than to run one small kernel.
"""
import os
import re
import shutil
import subprocess

import memory
from suite import read, write

# What stands at the beginning of a line when something new begins at the top level of a PTX file.
ITEM = re.compile(r'^(?=\.visible|\.weak|\.entry|\.func|\.global|\.const|\.shared|\.extern|\.section'
                  r'|[ \t]*\.file|\t// \.globl)', re.M)
# Its name: of a kernel, a function, a variable.
NAME = re.compile(r'(?:\t// \.globl[^\n]*\n)?(?:\.visible\s+|\.weak\s+|\.extern\s+)*'
                  r'\.(?:entry|func|global|const|shared)\b[^;{\n]*?\b(_Z\w+)')


def find_nvcc():
    return shutil.which('nvcc') or shutil.which('/usr/local/cuda/bin/nvcc')


def included(folder, file, space):
    """The file in a namespace of its own, its macros undone behind it."""
    text = read(os.path.join(folder, file)).decode('utf-8-sig', 'replace')
    macros = sorted(set(re.findall(r'^\s*#\s*define\s+(\w+)', text, re.M)))
    return [f'namespace {space} {{', f'#include "{file}"', '}'] + [f'#undef {m}' for m in macros]


def system_headers(folder, files):
    """What the files include: it cannot be included in a namespace."""
    found = {}
    for file in files:
        text = read(os.path.join(folder, file)).decode('utf-8-sig', 'replace')
        found.update(dict.fromkeys(re.findall(r'^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>', text, re.M)))
    return list(found)


def nvcc(compiler, folder, source, *flags):
    """None, or what nvcc said."""
    p = subprocess.run([compiler, '-std=c++17', '-diag-suppress', '177,550', *flags, source], cwd=folder,
                       capture_output=True, text=True)
    return None if p.returncode == 0 else p.stderr[:20000] + p.stdout[:1000]


def split_ptx(ptx, spaces):
    """[(text, the namespace whose kernel, function or variable it is, or None)]."""
    marks = {f'{len(space)}{space}': space for space in spaces}
    items = []
    for item in ITEM.split(ptx):
        name = NAME.match(item)
        found = [space for mark, space in marks.items() if name and mark in name[1]]
        items.append((item, found[0] if found else None))
    return items


def only(items, space):
    """The PTX of split_ptx() without what is in other namespaces."""
    return ''.join(item for item, owner in items if owner in (None, space))


def space_of(name):
    return 'in_' + name.replace('.', '_')


# Half of the optimiser's work is to unroll; what a loop computes does not depend on that.
QUICKLY = ('-Xcicc', '-O1')


def compile_batch(compiler, folder, batch, files, to='ptx', more=()):
    """Compiles {name: file} to BATCH.ptx, of which each file's part becomes NAME.ptx, or to BATCH.cubin, or
    with the host's part to BATCH.o; returns {name: what nvcc said} of those that it does not take. `more` are flags
    for PTX, which always has its lines: what nvcc has unrolled is counted by them as one loop."""
    said, files = {}, dict(files)
    while files:
        lines = [f'#include <{h}>' for h in system_headers(folder, files.values())]
        for name, file in files.items():
            lines += included(folder, file, space_of(name))
        write(os.path.join(folder, f'{batch}.cu'), ('\n'.join(lines) + '\n').encode())
        flags = ['-ptx', '-lineinfo', *more] if to == 'ptx' else ['-cubin' if to == 'cubin' else '-c', '-rdc=true', *more]
        error = remembered_nvcc(compiler, folder, batch, files, to, flags)
        if not error and to != 'ptx':
            break
        if not error:
            items = split_ptx(read(os.path.join(folder, f'{batch}.ptx')).decode(), [space_of(name) for name in files])
            for name in files:
                write(os.path.join(folder, f'{name}.ptx'), only(items, space_of(name)).encode())
            break
        bad = [n for n, file in files.items()
               if re.search(r'^' + re.escape(file) + r'(\(\d+\)|:\d+:\d+): error', error, re.M)]
        for name in bad or list(files):
            said[name] = error
            del files[name]
    return said


def remembered_nvcc(compiler, folder, batch, files, to, flags):
    """nvcc() of BATCH.cu, which includes the files, none of which includes a file that is not the toolkit's; of what was
    compiled before, PTX alone is made again."""
    texts = [(name, read(os.path.join(folder, file))) for name, file in files.items()]
    is_whole = all(memory.is_whole(text) for _, text in texts)
    path = memory.place('nvcc', to, flags, read(os.path.join(folder, f'{batch}.cu')), texts) if is_whole else None
    known, product = memory.recall(path), os.path.join(folder, f'{batch}.{to}')
    if known is not None:
        if to == 'ptx':
            write(product, known)
        return None
    error = nvcc(compiler, folder, f'{batch}.cu', *flags, '-arch=sm_86', '-o', f'{batch}.{to}')
    if not error:
        memory.keep(path, read(product) if to == 'ptx' else b'')
    return error


def dynamic_bytes(text):
    """The third launch argument of a generated file (constants and arithmetic), or None. Where the launch chooses at run
    time, its clone's comes first; what that is called in front of it may be the size of what has moved: None."""
    launch = re.search(r'<<<(.*?)>>>', text, re.S)
    parts, depth = [''], 0
    for c in launch[1] if launch else '':
        depth += (c in '([{') - (c in ')]}')
        if c == ',' and not depth:
            parts.append('')
        else:
            parts[-1] += c
    if len(parts) < 3:
        return None
    names = {'__builtins__': {}, 'max': max}
    for name, value in re.findall(r'const size_t (kp_(?:bytes|staged)\w*) = ([^;]+);', text):
        if 'sizeof' in value and parts[2].strip() == name:
            return None
        if 'sizeof' not in value:
            larger = re.sub(r'(\w+) > (\d+) \? \1 : \2', r'max(\1, \2)', value)
            names[name] = eval(larger.replace('/', '//'), names)
    return int(eval(parts[2].strip().replace('/', '//'), names))


def moved_bytes(text):
    """Dynamic shared memory for tiles that were static in the original, as a rewritten file says it; 0: none."""
    found = re.search(r'struct kp_\w+_shared \{ // (?:up to )?(\d+) bytes', text)
    return int(found[1]) if found else 0


def case_for(folder, info, text):
    """The case file; where tiles have moved, a copy of it with as much dynamic shared memory as they need."""
    moved = moved_bytes(text)
    if not moved:
        return info['case']
    case = read(os.path.join(folder, info['case'])).decode()
    name = f'{info["case"]}.moved.ini'
    write(os.path.join(folder, name), re.sub(r'(?m)^smem = .*', f'smem = {moved}', case).encode())
    return name


def prove(folder, info, original, rewritten, values, orders=1, tiles=None):
    """None, or what `kpipe verify` said of the two .cu files, whose .ptx files stand beside them. `tiles`:
    with no tile, one, .. so many too, where the case says how long a tile is. Each of `values` is n, or a
    dictionary of sizes. Where no launch failed, and none went round what was rewritten, that is said, with the
    words `not exercised`."""
    flags = ['--tiles', str(tiles)] if tiles is not None else []
    text = read(os.path.join(folder, rewritten)).decode('utf-8', 'replace')
    case = case_for(folder, info, text)
    idle, exercised = None, False
    if info['smem']:
        # the original gets as much dynamic shared memory as the rewritten launch asks for
        asked = dynamic_bytes(text)
        if asked is not None:
            flags += ['--size', f'smem={asked}']
    for n in values:
        sizes = n if isinstance(n, dict) else {'n': n}
        bound = [x for name, value in sizes.items() for x in ('--size', f'{name}={value}')]
        both = [original[:-3] + '.ptx', rewritten[:-3] + '.ptx', '--order', str(orders), '-j', '0', '--seconds', '20']
        r = memory.verify(*both, '--case', case, *bound, *flags, cwd=folder)
        if r.code and b'NOT PROVEN: original, ' in r.out:
            # it does not bear every number of tiles: its own runs are all there is
            r = memory.verify(*both, '--case', without_tiles(folder, case), *bound, *flags, cwd=folder)
        if r.code and case != info['case'] and b'NOT PROVEN: original, ' in r.out and b'cannot be launched' in r.out:
            # with what the tiles need on top, it does not fit; from the sources, kpipe tells the two launches apart
            r = memory.verify(original, rewritten, *both[2:], '--case', info['case'], *bound, *flags, cwd=folder)
        if r.code and b'NOT PROVEN: not exercised' not in r.out:
            return f'{sizes}: {r}'
        exercised |= r.code == 0
        idle = f'{sizes}: {r}'
    return None if exercised else idle


def without_tiles(folder, case):
    """The case file again, with a fixed number of tiles: nothing beyond its own sizes is launched."""
    name = case + '.untiled.ini'
    write(os.path.join(folder, name), re.sub(rb'(?m)^tiles = .*$', b'tiles = fixed', read(os.path.join(folder, case))))
    return name
