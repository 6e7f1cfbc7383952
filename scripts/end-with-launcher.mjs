// Loaded before the server (`--import`) when run.mjs starts it. npm does not forward every signal, and the shell in
// between forwards none, so a server could outlive whoever started it. This stops it in order when its launcher is
// gone.
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const CHECK_EVERY_MS = 250
const MOST_LAUNCHERS = 3 // run.mjs if it could not become the server, the shell, npm

if (isMainThread) {
  const launchers = launchersOf()
  const timer = setInterval(() => {
    if (launchers.every(({ pid, child }) => parentOf(child) === pid)) return
    clearInterval(timer)
    // Not SIGTERM, because a second SIGTERM ends the server at once, and Ctrl-C may already have begun a stop.
    process.kill(process.pid, process.platform === 'win32' ? 'SIGTERM' : 'SIGHUP')
  }, CHECK_EVERY_MS).unref()
}

/**
 * Lists the processes between us and npm with their children, beginning with our parent; only our parent if npm is not
 * found.
 */
function launchersOf() {
  const all = []
  for (let child = process.pid; all.length < MOST_LAUNCHERS; ) {
    const pid = parentOf(child)
    if (!(pid > 1)) break
    all.push({ pid, child })
    if (isNpm(pid)) return all
    child = pid
  }
  // On systems other than Linux, our parent is npm's shell or run.mjs. Any other parent may leave us running.
  const isLaunched = process.env.npm_lifecycle_event !== undefined || process.env.LAUNCHED === '1'
  return isLaunched ? all.slice(0, 1) : []
}

/** Only Linux makes this cheap for other processes: elsewhere only our own parent is watched. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isNpm(pid) {
  try {
    return /^(npm\b|[^\0]*node[^\0]*\0[^\0]*npm)/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
  } catch {
    return false
  }
}
