import { spawn } from 'node:child_process'

/**
 * What is left to do when this process has ended, however it did: processes to kill, folders to remove. A shell waits
 * for that on its standard input, which we hold open; nothing is left to us that a SIGKILL could keep us from.
 */
export const cleanupProcess = {
  /** Ends a process after us, or the group of a number below 0. What it returns takes that back, as its number may come to be another's. */
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
  // In a group of its own: what ends the group of the tests must not end this.
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  // Somebody ended it: then nothing is left behind only if all goes well.
  child.stdin.on('error', () => {})
  ;(child.stdin as unknown as { unref(): void }).unref()
  return child
}

const write = (line: string): void => {
  executor ??= start()
  executor.stdin.write(`${line}\n`)
}
