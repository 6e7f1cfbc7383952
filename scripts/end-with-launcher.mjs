// Loaded before the server (`--import`) when run.mjs starts it: npm does not pass every signal on, and the shell between
// passes none, so a server could outlive whoever started it. It ends in order when its launcher has gone.
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const LOOK_EVERY_MS = 250
const MOST_LAUNCHERS = 3 // run.mjs where it could not become the server, the shell, npm

if (isMainThread) {
  const launchers = launchersOf()
  const timer = setInterval(() => {
    if (launchers.every(({ pid, child }) => parentOf(child) === pid)) return
    clearInterval(timer)
    // Not SIGTERM, of which a second one ends the server at once: Ctrl-C may have begun its stop already.
    process.kill(process.pid, process.platform === 'win32' ? 'SIGTERM' : 'SIGHUP')
  }, LOOK_EVERY_MS).unref()
}

/** Each process between us and npm with its child, from our own parent on; that one alone where npm is not seen. */
function launchersOf() {
  const all = []
  for (let child = process.pid; all.length < MOST_LAUNCHERS; ) {
    const pid = parentOf(child)
    if (!(pid > 1)) break
    all.push({ pid, child })
    if (isNpm(pid)) return all
    child = pid
  }
  // Elsewhere than on Linux: our parent is npm's shell, or run.mjs. Anybody else may leave us running.
  const isLaunched = process.env.npm_lifecycle_event !== undefined || process.env.LAUNCHED === '1'
  return isLaunched ? all.slice(0, 1) : []
}

/** Of other processes only Linux says it cheaply: elsewhere our own parent is all that is watched. */
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
    return /^(npm\b|[^\0]*node[^\0]*\0[^\0]*npm)/.test(
      readFileSync(`/proc/${pid}/cmdline`, 'latin1'),
    )
  } catch {
    return false
  }
}
