import type { ContainerSpec } from './container.ts'

/** A deployment as its files describe it, ready to run on this machine. */
export type Shipped = {
  replicas: Program[]
  /** Steps that run once to their end, before the replicas start. */
  jobs: Step[]
  /** Steps that run at certain times. */
  scheduled?: Step[]
  /** Writable folders, by their paths in a container. */
  volumes: Volume[]
}

/** A command that runs in a new container. */
export type Step = { name: string; spec: ContainerSpec; command: string[] }

export type Program = Step & {
  /** Steps that run to their end before each start, such as the init containers of a pod. */
  before: Step[]
  /** A program that is still running this long after SIGTERM is killed. */
  stopSeconds: number
}

/** `isShared` says whether all replicas use the same folder. */
export type Volume = { path: string; folder: string; isShared: boolean; replica?: string }

/** Settings that a test adds to a deployment, because everything runs on one machine. */
export type Surroundings = {
  /** Settings of a program by its name: separate ports, and receivers that are not public. */
  settings(program: string): Record<string, string>
  /** The addresses of a deployment, and those that replace them here. */
  addresses: Readonly<Record<string, string>>
}

export const withAddresses = (value: string, { addresses }: Surroundings): string =>
  Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), value)

/** The bytes of `512Mi` or `1g`. */
export const bytesOf = (text: string | number): number => {
  const [, amount = '', unit = ''] = /^(\d+)\s*([kmg]?)i?b?$/i.exec(String(text)) ?? []
  if (amount === '') throw new Error(`${text} is no amount of memory`)
  return Number(amount) * 1_024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase())
}

/** Throws if a file has an unknown key, because the test must not ignore what a container would get. */
export const checkKeys = (what: string, found: object, known: readonly string[]): void => {
  const unknown = Object.keys(found).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`${what} has ${unknown.join(', ')}: say in the test what that means`)
}
