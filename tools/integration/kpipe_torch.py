"""torch.utils.cpp_extension with `kpipe cc` around nvcc.

    import kpipe_torch
    kpipe_torch.enable('--stages', '3')          # for setup.py: all that is compiled from here on
    module = kpipe_torch.load('gemm', ['gemm.cu'])
"""
import contextlib
import os
import shlex
import shutil

_NAME = 'PYTORCH_NVCC'


def launcher(*options):
    """The words of the compiler's command, as torch hands it to ninja."""
    kpipe = shutil.which('kpipe')
    if not kpipe:
        raise FileNotFoundError('the program kpipe is not in PATH')
    nvcc = os.environ.get(_NAME)
    if not nvcc:
        home = os.environ.get('CUDA_HOME') or os.environ.get('CUDA_PATH')
        nvcc = shlex.quote(os.path.join(home, 'bin', 'nvcc')) if home else 'nvcc'
    words = [kpipe, 'cc', *options, '--']
    return ' '.join(map(shlex.quote, words)) + ' ' + nvcc


def enable(*options):
    """From here on torch compiles CUDA sources by `kpipe cc`, in this process and its children."""
    if ' cc ' not in os.environ.get(_NAME, ''):
        os.environ[_NAME] = launcher(*options)


@contextlib.contextmanager
def enabled(*options):
    """The same for a `with` block."""
    before = os.environ.get(_NAME)
    enable(*options)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_NAME, None)
        else:
            os.environ[_NAME] = before


def load(*args, kpipe_options=(), **kwargs):
    """torch.utils.cpp_extension.load()."""
    from torch.utils import cpp_extension
    with enabled(*kpipe_options):
        return cpp_extension.load(*args, **kwargs)


def CUDAExtension(*args, kpipe_options=(), **kwargs):
    """torch.utils.cpp_extension.CUDAExtension(), and what setup() builds behind it by `kpipe cc`."""
    from torch.utils import cpp_extension
    enable(*kpipe_options)
    return cpp_extension.CUDAExtension(*args, **kwargs)
