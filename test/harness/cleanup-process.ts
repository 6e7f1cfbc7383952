import { spawn } from 'node:child_process'

/**
 * Kills processes and removes folders when this process has ended, in whatever way. A shell waits for the end of its
 * standard input, which we hold open, because after a SIGKILL we could do nothing ourselves.
 */
export const cleanupProcess = {
  /**
   * Kills a process after ours has ended, or a process group if the number is negative. Call the result when it has
   * ended itself, because another process may get its number.
   */
  kill(pid: number): () => void {
    write(`kill ${pid}`)
    return () => write(`spare ${pid}`)
  },
  remove(folder: string): void {
    write(`remove ${folder}`)
  },
}

const script = `
trap '' INT TERM HUP
pids=
while read -r verb what; do
  case $verb in
    kill) pids="$pids $what" ;;
    spare) left=; for pid in $pids; do [ "$pid" = "$what" ] || left="$left $pid"; done; pids=$left ;;
    remove) set -- "$@" "$what" ;;
  esac
done
for pid in $pids; do kill -s KILL -- "$pid"; done
[ $# -eq 0 ] || rm -rf "$@" || { sleep 1; rm -rf "$@"; }`

let executor: ReturnType<typeof start> | undefined

const start = () => {
  // A separate group, so that killing the group of the tests does not kill it.
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  // If somebody has killed it, cleaning up depends on an orderly end of the tests.
  child.stdin.on('error', () => {})
  ;(child.stdin as unknown as { unref(): void }).unref()
  return child
}

const write = (line: string): void => {
  executor ??= start()
  executor.stdin.write(`${line}\n`)
}
