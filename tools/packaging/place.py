"""Where packages are made: folders, the tarball, clean roots, and what has been found to hold."""
import glob
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNEL = os.path.join(ROOT, 'kernels', 'sgemm_64x64x16.cu')

# What has to work wherever kpipe is installed; $1 is the prefix. No toolkit is there.
SMOKE = r'''
set -e
cd "$(mktemp -d)"
kpipe --version
kpipe rewrite /smoke/kernel.cu -o out.cu
grep -q kp_load out.cu
kpipe check /smoke/kernel.cu && exit 1
kpipe help rewrite >/dev/null
kpipe explain KP204 >/dev/null
kpipe-cc true
for x in man/man1/kpipe.1 man/man1/kpipe-rewrite.1 bash-completion/completions/kpipe \
    fish/vendor_completions.d/kpipe.fish; do
    test -s "$1/share/$x" || test -s "$1/share/$x.gz"
done
test -s "$1/share/zsh/site-functions/_kpipe" || test -s "$1/share/zsh/vendor-completions/_kpipe"
echo smoke: it works
'''


def sha256(path):
    with open(path, 'rb') as f:
        return hashlib.sha256(f.read()).hexdigest()


class Place:
    def __init__(self, cache, twice):
        self.twice = twice
        self.top = os.path.join(ROOT, 'build', 'package')
        self.cache = os.path.abspath(cache) if cache else os.path.join(self.top, 'cache')
        self.passed = self.failed = self.skipped = 0
        os.makedirs(os.path.join(self.cache, 'archives', 'partial'), exist_ok=True)
        with open(os.path.join(ROOT, 'meson.build'), encoding='utf-8') as f:
            self.version = re.search(r"version: '([^']+)'", f.read()).group(1)
        self.tarball = os.path.join(self.top, f'kpipe-{self.version}.tar.gz')
        # Of the commit, so that the bytes are the same whenever they are made.
        self.epoch = subprocess.run(['git', 'log', '-1', '--format=%ct'], cwd=ROOT, check=True, text=True,
                                    capture_output=True).stdout.strip()
        self.env = {**os.environ, 'SOURCE_DATE_EPOCH': self.epoch, 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC'}

    # ---- what holds ----

    def check(self, what, ok, detail=''):
        if ok:
            self.passed += 1
            print(f'ok      {what}', flush=True)
        else:
            self.failed += 1
            print(f'FAILED  {what}\n{str(detail)[-4000:]}', flush=True)
        return ok

    def skip(self, what, why):
        self.skipped += 1
        print(f'skipped {what}: {why}', flush=True)

    def must(self, what, ok, detail=''):
        if not self.check(what, ok, detail):
            print(f'{self.passed} passed, {self.failed} failed')
            sys.exit(1)

    def run(self, what, *args, **more):
        """Runs a command that has to succeed; returns what it says."""
        p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace',
                           **{'env': self.env, **more})
        if p.returncode:
            self.must(what, False, f'{shlex.join(args)}\n{p.stdout}')
        return p.stdout

    def same(self, what, make):
        """The path that make(folder) gives; --twice: of equal bytes in two places."""
        first = make(self.folder(what))
        if self.twice:
            second = make(self.folder(what + '-again'))
            self.check(f'{what}: the same bytes in two places', sha256(first) == sha256(second), f'{first}\n{second}')
        return first

    # ---- folders ----

    def folder(self, name):
        """An empty one."""
        path = os.path.join(self.top, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def sources(self, folder):
        """The tarball's tree in this folder."""
        if not os.path.exists(self.tarball):
            dist(self)
        self.run('unpack', 'tar', '-xf', self.tarball, '-C', folder)
        return os.path.join(folder, f'kpipe-{self.version}')

    def keep(self, path):
        """A result, beside the others."""
        to = os.path.join(self.top, os.path.basename(path))
        shutil.copyfile(path, to)
        print(f'        {os.path.relpath(to, ROOT)}: {os.path.getsize(to)} bytes, sha256 {sha256(to)}', flush=True)
        return to

    # ---- clean roots ----

    def can_have_roots(self):
        return os.geteuid() == 0 and all(map(shutil.which, ('debootstrap', 'unshare', 'chroot')))

    def bare_root(self):
        """A tar of the smallest Debian of this machine's release."""
        with open('/etc/os-release', encoding='utf-8') as f:
            suite = re.search(r'^VERSION_CODENAME=(\w+)', f.read(), re.M).group(1)
        tar = os.path.join(self.cache, f'root-{suite}.tar')
        if not os.path.exists(tar):
            folder = self.folder('bootstrap')
            self.run('debootstrap', 'debootstrap', '--variant=minbase', suite, folder)
            for pattern in ('sources.list', 'sources.list.d/debian.sources', 'apt.conf.d/*proxy*'):
                for path in glob.glob('/etc/apt/' + pattern):
                    if os.path.getsize(path):
                        shutil.copy(path, os.path.join(folder, os.path.relpath(path, '/')))
            if os.path.exists(os.path.join(folder, 'etc/apt/sources.list.d/debian.sources')):
                os.remove(os.path.join(folder, 'etc/apt/sources.list'))
            self.inside(folder, 'apt-get update', 'apt-get update -qq')
            self.run('pack the root', 'tar', '-cf', tar + '.part', '-C', folder, '.')
            os.rename(tar + '.part', tar)
            shutil.rmtree(folder)
        return tar

    def new_root(self, name):
        """A bare Debian in a folder, with a kernel to try in /smoke."""
        root = self.folder(name)
        self.run('unpack the root', 'tar', '-xf', self.bare_root(), '-C', root)
        os.mkdir(os.path.join(root, 'smoke'))
        shutil.copy(KERNEL, os.path.join(root, 'smoke', 'kernel.cu'))
        return root

    def inside(self, root, what, script, *args):
        """Runs a script of sh there."""
        outer = ('mount -t proc proc "$0/proc" && mount --bind "$1" "$0/var/cache/apt/archives" && '
                 'mount -t tmpfs tmpfs "$0/dev/shm" && root=$0 && shift && exec chroot "$root" /bin/sh -c "$@"')
        shutil.copy('/etc/resolv.conf', os.path.join(root, 'etc', 'resolv.conf'))
        os.makedirs(os.path.join(root, 'dev', 'shm'), exist_ok=True)
        env = {'PATH': '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/root', 'LC_ALL': 'C.UTF-8',
               'DEBIAN_FRONTEND': 'noninteractive', 'SOURCE_DATE_EPOCH': self.epoch,
               **{k: v for k, v in os.environ.items() if k.lower() in ('http_proxy', 'https_proxy', 'no_proxy')}}
        return self.run(what, 'unshare', '--mount', '--pid', '--fork', 'sh', '-c', outer, root, os.path.join(self.cache, 'archives'),
                        script, 'sh', *args, env=env)

    def smoke(self, root, what, prefix, before=''):
        said = self.inside(root, what, before + SMOKE, prefix)
        self.check(f'{what}: rewrites a kernel; man pages and completions are there', 'smoke: it works' in said, said)


def apt(words):
    return f'apt-get -qq -o APT::Sandbox::User=root install -y --no-install-recommends {words} >/tmp/apt.log 2>&1 || ' \
           '{ cat /tmp/apt.log; exit 1; }\n'


def dist(place):
    """The tarball; what is not committed is not in it."""
    def make(folder):
        build = os.path.join(folder, 'build')
        place.run('meson setup', 'meson', 'setup', build, '-Dtests=false', cwd=ROOT)
        place.run('meson dist', 'meson', 'dist', '-C', build, '--no-tests', '--allow-dirty', '--formats', 'gztar')
        # meson's tar has the times of its making: packed anew, in order, all of the commit's time
        made, name = os.path.join(build, 'meson-dist', os.path.basename(place.tarball)), os.path.basename(place.tarball)
        place.run('unpack', 'tar', '-xf', made, '-C', folder)
        place.run('pack', 'sh', '-c', f'cd "$1" && tar --sort=name --mtime=@{place.epoch} --owner=0 --group=0 --numeric-owner '
                  '-cf - "$2" | gzip -9n >"$3"', 'sh', folder, name[:-len('.tar.gz')], os.path.join(folder, name))
        return os.path.join(folder, name)
    path = place.keep(place.same('tarball', make))
    tree = place.sources(place.folder('tree'))
    build = os.path.join(os.path.dirname(tree), 'build')
    place.run('build from the tarball', 'meson', 'setup', build, tree, '-Dtests=false', '-Doptimization=0')
    place.run('build from the tarball', 'ninja', '-C', build)
    out = os.path.join(build, 'out.cu')
    place.run('try what is built', os.path.join(build, 'kpipe'), 'rewrite', '--fast', KERNEL, '-o', out)
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as f:
        text = f.read()
        place.check('tarball: warnings stop no build', -1 < text.find('-Werror ') < text.find('-Wno-error'))
    with open(out, encoding='utf-8') as f:
        place.check('tarball: builds, and what is built rewrites a kernel', 'kp_load' in f.read())
    return path
