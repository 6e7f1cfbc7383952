import type { ContainerSpec } from './container.ts'

/** A deployment as its files describe it, ready to be run on this machine. */
export type Shipped = {
  replicas: Program[]
  /** What runs to its end once, before the replicas start. */
  jobs: Step[]
  /** Folders that may be written, by the path that they have in a container. */
  volumes: Volume[]
}

/** A command in a container of its own. */
export type Step = { name: string; spec: ContainerSpec; command: string[] }

export type Program = Step & {
  /** What runs to its end before each start, such as the init containers of a pod. */
  before: Step[]
  /** A program that has not ended this long after SIGTERM is killed. */
  stopSeconds: number
}

/** `isShared` says whether all replicas have the same one. */
export type Volume = { path: string; folder: string; isShared: boolean; replica?: string }

/** What a test adds to the settings of a deployment, as everything runs on one machine. */
export type Surroundings = {
  /** Settings of a program, by its name: ports of its own, and receivers that are not public. */
  settings(program: string): Record<string, string>
  /** The addresses of a deployment, and those that stand for them here. */
  addresses: Readonly<Record<string, string>>
}

export const withAddresses = (value: string, { addresses }: Surroundings): string =>
  Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), value)

/** Bytes of `512Mi` or `1g`. */
export const bytesOf = (text: string | number): number => {
  const [, amount = '', unit = ''] = /^(\d+)\s*([kmg]?)i?b?$/i.exec(String(text)) ?? []
  if (amount === '') throw new Error(`${text} is no amount of memory`)
  return Number(amount) * 1_024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase())
}

/** Throws for a key that the test does not know: it must not leave out what a container would get. */
export const checkKeys = (what: string, found: object, known: readonly string[]): void => {
  const unknown = Object.keys(found).filter((key) => !known.includes(key))
  if (unknown.length > 0)
    throw new Error(`${what} has ${unknown.join(', ')}: say in the test what that means`)
}
