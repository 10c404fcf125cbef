"""Nsight Compute's raw page as CSV: what `ncu --csv --page raw` prints of one launch."""
import csv

from gpu_check import Broken

TO_MS = {'s': 1e3, 'ms': 1.0, 'us': 1e-3, 'ns': 1e-6}


def number(text):
    return float(text.replace(',', ''))


def raw(path):
    """Value and unit by metric; what the profiler says in front of the table is skipped."""
    with open(path, encoding='utf-8', newline='') as f:
        lines = f.readlines()
    rows = list(csv.reader(line for line in lines if line.startswith('"')))
    if len(rows) < 3:
        raise Broken(f'{path}: {why_empty(lines)}')
    names, units, values = rows[:3]
    return {n: (v, u) for n, u, v in zip(names, units, values)}


def why_empty(lines):
    if any('ERR_NVGPUCTRPERM' in line for line in lines):
        return 'the profiler was not allowed to read the GPU\'s counters (ERR_NVGPUCTRPERM)'
    said = [line.strip() for line in lines if line.startswith('==ERROR==')]
    return said[-1] if said else 'no launch was profiled'
