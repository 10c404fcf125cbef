"""Machine code as nvdisasm lists it, to compare with what kpipe reads from the encodings."""
import json
import os
import re
import shutil
import site
import subprocess
import sys

TOOLKITS = ('/usr/local/cuda/bin', '/opt/cuda/bin')


def tool(name):
    """nvdisasm or cuobjdump: in PATH, in a toolkit, or in one of its wheels; None."""
    folders = [os.path.join(os.environ[v], 'bin') for v in ('CUDA_HOME', 'CUDA_PATH')
               if v in os.environ]
    folders += TOOLKITS
    for packages in [*site.getsitepackages(), site.getusersitepackages(), *sys.path]:
        folders.append(os.path.join(packages, 'nvidia', 'cu13', 'bin'))
    return shutil.which(name) or next(
        (p for p in (os.path.join(f, name) for f in folders) if os.access(p, os.X_OK)), None)


class Insn:
    def __init__(self, address, opcode, target, words):
        self.address, self.opcode, self.target, self.words = address, opcode, target, words


# `/*0040*/  @P0 BRA `(.L_x_1) ;   /* 0x... */`, the rest of the word on the next line.
LINE = re.compile(r'\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*/\* (0x[0-9a-f]+) \*/')
MORE = re.compile(r'\s*/\* (0x[0-9a-f]{16}) \*/')
LABEL = re.compile(r'(\.L_[\w$.]+|\S+):\s*$')
JUMPS = ('BRA', 'BSSY', 'CALL')


def opcode_of(text):
    """The name without predicate and modifiers."""
    word = re.sub(r'^@!?U?P\w+\s+', '', text.strip('{ ')).split()[0]
    return word.split('.')[0]


def sections(cubin, nvdisasm):
    """Section -> list of Insn."""
    run = subprocess.run([nvdisasm, '-hex', '-c', cubin], capture_output=True, text=True,
                         check=True)
    found, labels, here, pending, insns = {}, {}, None, [], []
    for line in run.stdout.splitlines():
        if line.startswith('//---') and '.text.' in line:
            here = re.search(r'\.text\.(\S+)', line).group(1)
            insns, labels, pending = [], {}, []
            found[here] = (insns, labels)
            continue
        match = LINE.match(line)
        if match and here:
            address = int(match.group(1), 16)
            for name in pending:
                labels[name] = address
            pending = []
            target = re.search(r'`\(([^)]*)\)', match.group(2))
            insns.append(Insn(address, opcode_of(match.group(2)),
                              target.group(1) if target else None, [int(match.group(3), 16)]))
            continue
        match = MORE.match(line)
        if match and insns:
            insns[-1].words.append(int(match.group(1), 16))
            continue
        match = LABEL.match(line.strip())
        if match:
            pending.append(match.group(1))
    return found


def lines_of(cubin, nvdisasm):
    """Kernel -> address -> the line in the kernel's own file, as `nvdisasm -gi` has it: the innermost
    place of that file in the chain of inlined calls, the last chain in front of the instruction.
    nvdisasm does not repeat a chain that differs in its outer places only, so behind a chain only the
    first instruction is certain."""
    run = subprocess.run([nvdisasm, '-gi', '-c', cubin], capture_output=True, text=True, check=True)
    found, lines, own, line, chain, inlined = {}, {}, None, None, False, False
    for text in run.stdout.splitlines():
        if text.startswith('//---') and '.text.' in text:
            lines = found.setdefault(re.search(r'\.text\.(\S+)', text).group(1), {})
            own, line, chain, inlined = None, None, False, False
            continue
        places = re.findall(r'"([^"]*)", line (\d+)', text) if '//##' in text else []
        if places:
            if not chain:
                line, inlined = None, False
            inlined |= 'inlined at' in text
            chain = 'inlined at' in text  # else it is the outermost place, and the last one
            own = own or places[-1][0]
            for file, number in places:
                if line is None and file == own:
                    line = int(number)
            continue
        chain = False
        match = re.match(r'\s*/\*([0-9a-f]{4,})\*/\s', text)
        if match and line is not None:
            lines[int(match.group(1), 16)] = line
            line = None if inlined else line
    return found


def kpipe_kernels(kpipe, cubin):
    run = subprocess.run([kpipe, 'sass', '--json', '--full', cubin], capture_output=True,
                         text=True)
    if run.returncode != 0:
        return None, run.stderr
    return json.loads(run.stdout), run.stderr


def wrong_scoreboards(insns):
    """Waits for scoreboards that no instruction of the kernel counts up: a misread control field."""
    waits, counts = set(), set()
    for x in insns:
        field = x['control']
        waits |= {c for c in field[1:7] if c != '-'}
        counts |= {field[9], field[12]}
    return sorted(waits - counts)


def compare(kpipe, cubin, nvdisasm):
    """(instructions compared, jumps compared, list of what is wrong)."""
    listed = sections(cubin, nvdisasm)
    if not any(insns for insns, _ in listed.values()):
        return 0, 0, []
    data, error = kpipe_kernels(kpipe, cubin)
    if data is None:
        return 0, 0, [error]
    wrong, n, jumps, seen = [], 0, 0, set()
    for kernel in data['kernels']:
        insns, labels = listed.get(kernel['symbol'], ([], {}))
        seen.add(kernel['symbol'])
        mine = {x['address']: x for x in kernel['instructions']}
        where = kernel['name']
        if len(insns) != len(mine):
            wrong.append(f'{where}: {len(mine)} instructions, nvdisasm {len(insns)}')
        for x in insns:
            n += 1
            got = mine.get(x.address)
            if got is None or got['opcode'] != x.opcode:
                wrong.append(f"{where}: {x.address:#x}: {got and got['text']}, nvdisasm {x.opcode}")
            elif x.opcode not in JUMPS or x.target not in labels:
                continue
            elif got['target'] == labels[x.target]:
                jumps += 1
            else:
                wrong.append(f"{where}: {x.address:#x}: {got['text']}, nvdisasm "
                             f'{labels[x.target]:#x}')
        for board in wrong_scoreboards(kernel['instructions']):
            wrong.append(f'{where}: waits for scoreboard {board}, which nothing counts')
        if any(x['opcode'] == 'BRA' for x in kernel['instructions']) and kernel['unresolved_jumps']:
            wrong.append(f"{where}: {kernel['unresolved_jumps']} jumps with unknown targets")
    for name in set(listed) - seen:
        if listed[name][0]:
            wrong.append(f'{name}: not shown')
    return n, jumps, wrong
