import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { basicEnvironment } from './environment.ts'
import { cli } from './server.ts'
import { newFolder } from './temporary-folder.ts'

export type Finding = { check: string; state: string; found: string; advice?: string }

/** A set-up with one fault, and what `doctor` says about it. */
export type BrokenSetUp = {
  check: string
  state: 'warn' | 'fail'
  found: RegExp
  advice: RegExp
  settings: Record<string, string>
  /** A command that runs `doctor` in place of this process, such as `setpriv --reuid=1234`. */
  within?: readonly string[]
  /** Other checks that this fault affects. */
  also?: readonly string[]
}

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

/** The findings and the exit code of `doctor` on this store. */
export const runDoctor = async (
  settings: Record<string, string>,
  within: readonly string[] = [],
): Promise<{ code: number; findings: Finding[] }> => {
  const {
    code = 0,
    stdout,
    stderr,
  } = await (within.length === 0
    ? cli(settings, 'doctor', '--json')
    : inPublicFolder([...within], ['doctor', '--json'], { ...basicEnvironment, ...settings })
  ).catch((error) => error)
  assert.notEqual(stdout, '', stderr)
  return { code, findings: JSON.parse(stdout) }
}

/**
 * Runs a command of ours from a folder that every user can enter, because another user cannot read a clone below
 * `/root`. Only this program sees the clone there.
 */
const inPublicFolder = (within: string[], args: string[], env: Record<string, string>) => {
  // Only root can mount, and only root can become another user.
  if (process.getuid?.() !== 0) {
    const [program = '', ...rest] = within
    return run(program, [...rest, process.execPath, join(root, 'server/main.ts'), ...args], { env })
  }
  const folder = newFolder('store')
  chmodSync(folder, 0o755)
  const [clone, node] = [join(folder, 'clone'), join(folder, 'node')]
  mkdirSync(clone)
  writeFileSync(node, '')
  return run(
    'unshare',
    [
      '--mount',
      '--propagation=private',
      'sh',
      '-c',
      MOUNT,
      'sh',
      root,
      clone,
      process.execPath,
      node,
      ...within,
      node,
      join(clone, 'server/main.ts'),
      ...args,
    ],
    { env },
  )
}

/** Mounts what is in the clone, and not the clone itself, which may be a folder that only its owner can enter. */
const MOUNT = `set -e
for from in "$1"*; do
  to="$2/\${from##*/}"
  if [ -d "$from" ]; then mkdir "$to"; else touch "$to"; fi
  mount --bind "$from" "$to"
done
mount --bind "$3" "$4"
shift 4
exec "$@"`

/** Checks that `doctor` finds this fault and no other, says what to do, and exits with 1 if it breaks requests. */
export const doctorFinds = async (broken: BrokenSetUp): Promise<void> => {
  const { check, state, settings, within, also = [] } = broken
  const { code, findings } = await runDoctor(settings, within)
  const finding = findings.find((one) => one.check === check && one.state !== 'ok')
  assert.ok(finding, `${check}: ${JSON.stringify(findings, undefined, 2)}`)
  assert.equal(finding.state, state, finding.found)
  assert.match(finding.found, broken.found)
  assert.match(finding.advice ?? '', broken.advice)
  const expected = [check, ...also]
  const others = findings.filter((one) => one.state !== 'ok' && !expected.includes(one.check) && !isOfThisMachine(one))
  assert.deepEqual(others, [])
  assert.equal(code, findings.some((one) => one.state === 'fail') ? 1 : 0)
}

/** The PostgreSQL of the tests does not wait for its disk. */
export const isFault = ({ check, state }: Finding): boolean => state === 'fail' && check !== 'durability'

/** The machine may be slow, busy and nearly full, and its Node.js may lack security fixes. */
const isOfThisMachine = ({ check, state }: Finding): boolean =>
  state === 'warn' && /^(Node\.js|memory|disk.*|Redis|(?:staging )?clock of .*)$/.test(check)
