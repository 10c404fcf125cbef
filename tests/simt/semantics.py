#!/usr/bin/env python3
"""Instruction semantics against a GPU.

    tests/simt/semantics.py build SEMANTICS DIR   kernels, cubin for sm_90, GPU runner, CPU results
    GPU_BIN=DIR/gpu.bin DIR/semantics_gpu DIR     on the GPU machine
    SEMANTICS compare DIR                         anywhere

SEMANTICS is the program built from tests/simt/semantics.c. Needs ptxas and cc.
"""
import concurrent.futures
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def accepted(path):
    """Some combinations of the table do not exist in PTX, or not for sm_90."""
    return subprocess.run(['ptxas', '-arch', 'sm_90', path, '-o', '/dev/null'],
                          capture_output=True, check=False).returncode == 0


def build(program, folder):
    os.makedirs(folder, exist_ok=True)
    subprocess.run([program, 'generate', folder], check=True)
    with open(os.path.join(folder, 'names'), encoding='utf-8') as f:
        names = dict(line.rstrip('\n').split(' ', 1) for line in f)
    paths = {k: os.path.join(folder, f'{int(k):04}.ptx') for k in names}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        good = [k for k, ok in zip(names, pool.map(accepted, paths.values())) if ok]
    merged = ''
    for k in good:
        with open(paths[k], encoding='utf-8') as f:
            text = f.read()
        merged += text if not merged else text[text.index('.visible'):]
    for name, text in (('all.ptx', merged), ('all.order', ''.join(f'k{k}\n' for k in good)),
                       ('all.names', ''.join(names[k] + '\n' for k in good))):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
            f.write(text)
    for path in paths.values():
        os.remove(path)
    subprocess.run(['ptxas', '-arch', 'sm_90', os.path.join(folder, 'all.ptx'), '-o',
                    os.path.join(folder, 'all.cubin')], check=True)
    subprocess.run(['cc', '-std=gnu11', '-O1', os.path.join(HERE, 'semantics_gpu.c'), '-o',
                    os.path.join(folder, 'semantics_gpu'), '-ldl'], check=True)
    print(f'{len(good)} of {len(names)} kernels exist')
    return subprocess.run([program, 'run', folder], check=False).returncode


if len(sys.argv) != 4 or sys.argv[1] != 'build':
    sys.exit(__doc__)
sys.exit(build(sys.argv[2], sys.argv[3]))
