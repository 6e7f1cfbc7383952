import { readFileSync } from 'node:fs'

type Instruction = { name: string; args: string }

/** The defaults of the image for its containers. */
export type ImageConfig = {
  environment: Record<string, string>
  workdir: string
  user: string
  command: string[]
  volumes: string[]
  healthcheck: string
}

const file = new URL('../../Dockerfile', import.meta.url)

/** The instructions of the last stage of our Dockerfile, in order. */
export const lastStage = (): Instruction[] => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
  const instructions = lines
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', args = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
      return { name: name.toUpperCase(), args }
    })
  return instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
}

export const imageConfig = (stage: readonly Instruction[]): ImageConfig => {
  const all = (wanted: string) => stage.filter(({ name }) => name === wanted).map(({ args }) => args.trim())
  const last = (wanted: string) => all(wanted).at(-1) ?? ''
  const pairs = all('ENV').flatMap((args) => args.split(/\s+/).map((pair) => pair.split('=')))
  return {
    environment: Object.fromEntries(pairs.map(([name, ...value]) => [name, value.join('=')])),
    workdir: last('WORKDIR'),
    user: last('USER'),
    command: JSON.parse(last('CMD')),
    volumes: all('VOLUME').flatMap((args) => args.split(/\s+/)),
    healthcheck: last('HEALTHCHECK').replace(/^.*?\bCMD\s+/, ''),
  }
}
