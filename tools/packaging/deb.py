"""The packages for Debian, built in a clean root from the tarball and tools/packaging/debian."""
import glob
import os
import shutil

from place import HERE, apt

BUILD = r'''
set -e
cd /build/kpipe-*/
dpkg-buildpackage -us -uc >/tmp/build.log 2>&1 || { tail -50 /tmp/build.log; exit 1; }
'''


def build(place, folder, root):
    """Packages and all in the folder, which stands as /build in the root, where it is clean."""
    inside = os.path.join(root, 'build')
    shutil.rmtree(inside, ignore_errors=True)
    os.mkdir(inside)
    tree = place.sources(inside)
    shutil.copytree(os.path.join(HERE, 'debian'), os.path.join(tree, 'debian'))
    shutil.copy(place.tarball, os.path.join(inside, f'kpipe_{place.version}.orig.tar.gz'))
    if folder.endswith('-again'):  # the place is another one, too
        os.rename(tree, tree + '-again')
    place.inside(root, 'deb: build dependencies', 'cd /build/kpipe-*/\n' + apt('build-essential lintian') +
                 'apt-get -qq -o APT::Sandbox::User=root build-dep -y --no-install-recommends . >/tmp/apt.log 2>&1 || '
                 '{ cat /tmp/apt.log; exit 1; }')
    place.inside(root, 'deb: build', BUILD)
    for path in glob.glob(os.path.join(inside, 'kpipe_*')) + glob.glob(os.path.join(inside, '*.deb')):
        shutil.copy(path, folder)
    return glob.glob(os.path.join(folder, 'kpipe_*.deb'))[0]


def make(place):
    if not place.can_have_roots():
        return place.skip('deb', 'needs root, debootstrap, unshare, chroot')
    root = place.new_root('root-build')
    deb = place.keep(place.same('deb', lambda folder: build(place, folder, root)))
    dev = place.keep(glob.glob(os.path.join(place.top, 'deb', 'libkpipe-dev_*.deb'))[0])
    said = place.inside(root, 'lintian', 'cd /build; lintian --allow-root --tag-display-limit 0 --info kpipe_*.changes '
                        '2>&1 || true')
    place.check('deb: lintian is content', not [line for line in said.splitlines() if line[:3] in ('E: ', 'W: ')], said)
    shutil.rmtree(root)
    root = place.new_root('root-deb')
    for path in (deb, dev):
        shutil.copy(path, root)
    before = apt('/kpipe_*.deb man-db')
    place.smoke(root, 'deb in a clean root', '/usr', before)
    said = place.inside(root, 'deb: man', 'man -P cat kpipe-rewrite')
    place.check('deb: man kpipe-rewrite', 'pipeline the K-loops' in said, said)
    use = ('set -e\n' + apt('/libkpipe-dev_*.deb gcc libc6-dev pkg-config') +
           'printf \'#include <libkpipe.h>\\nint main(void) { return kpipe_error(kpipe_rewrite("a.cu", "int a;", 6, 0)) != 0; }\' '
           '>/tmp/use.c\ngcc /tmp/use.c $(pkg-config --static --cflags --libs kpipe) -o /tmp/use\n/tmp/use && echo used')
    said = place.inside(root, 'deb: libkpipe-dev', use)
    place.check('deb: a program with libkpipe-dev and pkg-config', said.endswith('used\n'), said)
