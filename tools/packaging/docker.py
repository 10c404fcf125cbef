"""The image of tools/packaging/Dockerfile: by docker, or by buildah from the bare root, without a registry."""
import os
import shutil
import subprocess

from place import HERE, KERNEL, SMOKE

FILE = os.path.join(HERE, 'Dockerfile')


def by_docker(place, tree):
    place.run('docker build', 'docker', 'build', '-f', FILE, '-t', 'kpipe', tree)
    return place.run('docker run', 'docker', 'run', '--rm', '-i', '-v', os.path.dirname(KERNEL) + ':/kernels:ro', '--entrypoint',
                     'sh', 'kpipe', '-c', script())


def by_buildah(place, tree):
    store = os.path.join(place.top, 'images')
    env = {**place.env, 'STORAGE_DRIVER': 'vfs', 'BUILDAH_ISOLATION': 'chroot'}

    def buildah(*args):
        return place.run('buildah ' + args[0], 'buildah', '--root', os.path.join(store, 'root'), '--runroot',
                         os.path.join(store, 'run'), *args, env=env)
    shutil.rmtree(store, ignore_errors=True)
    base = buildah('from', 'scratch').split()[-1]
    buildah('add', base, place.bare_root(), '/')
    buildah('commit', base, 'localhost/kpipe-base')
    buildah('bud', '--network', 'host', '--build-arg', 'BASE=localhost/kpipe-base', '-f', FILE, '-t', 'localhost/kpipe', tree)
    made = buildah('from', '--pull-never', 'localhost/kpipe').split()[-1]
    said = buildah('run', '-v', os.path.dirname(KERNEL) + ':/kernels:ro', made, '--', 'sh', '-c', script())
    shutil.rmtree(store, ignore_errors=True)
    return said


def script():
    return 'set -- /usr; mkdir -p /smoke && cp /kernels/' + os.path.basename(KERNEL) + ' /smoke/kernel.cu\n' + SMOKE


def make(place):
    tree = place.sources(place.folder('image'))
    has_docker = shutil.which('docker') and subprocess.run(['docker', 'info'], capture_output=True).returncode == 0
    if has_docker:
        said = by_docker(place, tree)
    elif os.geteuid() == 0 and shutil.which('buildah'):
        said = by_buildah(place, tree)
    else:
        return place.skip('docker', 'neither a running docker nor buildah as root')
    place.check(f'image, by {"docker" if has_docker else "buildah"}: rewrites a kernel; man pages and completions are there',
                'smoke: it works' in said, said)
