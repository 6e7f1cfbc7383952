import assert from 'node:assert/strict'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { type Container, runInContainer, startContainer } from './container.ts'
import type { Program, Shipped, Step } from './shipped.ts'

export type Running = Awaited<ReturnType<typeof startDeployment>>
export type Replica = Running['replicas'][number]

/** Runs the jobs of a deployment, and then its replicas until they are ready. They end with the test. */
export const startDeployment = async (t: TestContext, shipped: Shipped) => {
  for (const job of shipped.jobs) await runToEnd(job)
  const replicas = await Promise.all(shipped.replicas.map((one) => startReplica(t, one)))
  return {
    replicas,
    /** Stops all of them as a deployment does, and starts them again: only volumes survive. */
    async restart(): Promise<void> {
      await Promise.all(replicas.map((one) => one.stop()))
      await Promise.all(replicas.map((one) => one.start()))
    },
    stop: async () => void (await Promise.all(replicas.map((one) => one.stop()))),
  }
}

/** Runs a job, or a step that runs before a replica. */
export const runStep = ({ spec, command }: Step) => runInContainer(spec, command)

const runToEnd = async (step: Step): Promise<void> => {
  const { name, command } = step
  const { code, stderr } = await runStep(step)
  assert.equal(code, 0, `${name}: ${command.join(' ')} ended with ${code}\n${stderr}`)
}

const startReplica = async (t: TestContext, { name, spec, command, before, stopSeconds }: Program) => {
  const output: string[] = []
  let container: Container | undefined
  // Even if it never becomes ready, or the test takes too long.
  t.after(() => container?.kill())
  const address = `http://127.0.0.1:${spec.environment.PORT}`

  const start = async (): Promise<void> => {
    for (const step of before) await runToEnd(step)
    const started = await startContainer(spec, command)
    container = started
    const isReady = async () => {
      const isThere = await fetch(`${address}/readyz`).then(
        async (response) => response.ok && (await response.text()).includes('"ready"'),
        () => false,
      )
      if (started.hasEnded()) throw new Error(`${name} ended\n${started.output.join('\n')}`)
      return isThere
    }
    await eventually(`${name} is ready`, isReady)
  }
  await start()
  return {
    name,
    spec,
    address,
    start,
    /** Every line that it has printed since the first start. */
    lines: () => [...output, ...(container?.output ?? [])],
    /** Runs the operator's command line in the container, as `docker compose exec` and `kubectl exec` do. */
    async exec(...args: string[]): Promise<string> {
      const ran = await container?.exec(['node', 'server/main.ts', ...args])
      assert.equal(ran?.code, 0, `${name}: ${args.join(' ')}\n${ran?.stdout}\n${ran?.stderr}`)
      return ran?.stdout ?? ''
    },
    memory: () => container?.memory,
    /** Throws unless it ends by itself within the allowed time. */
    async stop(): Promise<void> {
      if (!container || container.hasEnded()) return
      container.signal('SIGTERM')
      const killed = AbortSignal.timeout(stopSeconds * 1_000)
      const overdue = new Promise<never>((_resolve, reject) => {
        killed.addEventListener('abort', () => reject(new Error(`${name} has to be killed`)))
      })
      const { code, signal } = await Promise.race([container.ended, overdue])
      output.push(...container.output)
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, container.output.join('\n'))
      container = undefined
    },
  }
}

/** The files in a volume, without those of other file systems. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => !lstatSync(join(folder, path)).isDirectory())
    .toSorted()
