o.o : o.kpipe/k.cu \
    /home/u/src/a\ b.h /usr/include/x$$y.h \
  tune.h

/home/u/src/a\ b.h:
