import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { basicEnvironment } from './environment.ts'

// Preloaded to make each sync take longer while a file exists, and to record syncs on the main thread.
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int slow(const char *name, int fd) {
  const char *on = getenv("SLOW_SYNC_FILE"), *log = getenv("SLOW_SYNC_LOG");
  if (on && access(on, F_OK) == 0) {
    if (syscall(SYS_gettid) == getpid() && log) {
      int to = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
      if (write(to, ".", 1) < 0) abort();
      close(to);
    }
    usleep(1000 * atoi(getenv("SLOW_SYNC_MS")));
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(fd);
}
int fsync(int fd) { return slow("fsync", fd); }
int fdatasync(int fd) { return slow("fdatasync", fd); }
`

/** Settings of a process whose syncs take `delayMs` while the disk is slow; undefined without a compiler. */
export const slowSync = (folder: string, delayMs: number) => {
  const library = join(folder, 'slow-sync.so')
  const [on, log] = [join(folder, 'slow'), join(folder, 'main-thread-syncs')]
  const args = ['-shared', '-fPIC', '-x', 'c', '-', '-o', library, '-ldl']
  if (process.platform !== 'linux' || spawnSync('gcc', args, { input: source }).status !== 0) {
    return undefined
  }
  return {
    settings: {
      LD_PRELOAD: [library, basicEnvironment.LD_PRELOAD ?? ''].join(' '),
      SLOW_SYNC_FILE: on,
      SLOW_SYNC_LOG: log,
      SLOW_SYNC_MS: String(delayMs),
    },
    begin: () => writeFileSync(on, ''),
    end: () => rmSync(on, { force: true }),
    /** The number of syncs that blocked the main thread while the disk was slow. */
    mainThreadSyncs: () => (existsSync(log) ? readFileSync(log).length : 0),
  }
}
