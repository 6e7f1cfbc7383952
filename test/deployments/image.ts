import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layOutRelease, sources } from '../../scripts/release-tree.ts'
import { buildConsole } from '../harness/console.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { runInRoot } from './container.ts'
import { type ImageConfig, imageConfig, lastStage } from './dockerfile.ts'

const root = new URL('../../', import.meta.url).pathname

/** A folder with the files of the image, as they are below `/`, and the defaults for its containers. */
export type Image = { folder: string; config: ImageConfig }

/**
 * Builds the image without Docker: executes the COPY lines of its last stage on this clone, and its RUN lines
 * unchanged. The other stages are what `npm ci` and `npm start` have built here, laid out by the same program.
 */
export const layOutImage = async (): Promise<Image> => {
  const folder = newFolder('store')
  execFileSync('chmod', ['755', folder])
  const stage = lastStage()
  const config = imageConfig(stage)
  mkdirSync(join(folder, config.workdir), { recursive: true })
  for (const { name, args } of stage) {
    if (name === 'COPY') copy(args, join(folder, config.workdir))
    // The programs of this machine stand in for those of the image.
    if (name === 'RUN' && !args.startsWith('apt-get '))
      await runInRoot({ image: folder, workdir: config.workdir, script: args })
  }
  // The user of the image is not the one who built it, so the umask of this process must not matter.
  execFileSync('chmod', ['-R', 'a+rX', join(folder, config.workdir)])
  return { folder, config }
}

const copy = (args: string, workdir: string): void => {
  const [first = '', ...rest] = args.split(/\s+/)
  const from = /^--from=(.+)$/.exec(first)?.[1]
  const paths = from ? rest : [first, ...rest]
  const target = paths.pop() ?? ''
  for (const path of paths) {
    if (!from) throw new Error(`the last stage copies ${path} from the clone, and not from a stage`)
    copyBuilt(path, join(workdir, target))
  }
}

/** Copies what another stage has built below `/app`. */
const copyBuilt = (path: string, to: string): void => {
  if (path === '/app/node_modules') copyProductionModules(to)
  else if (path === '/app/release') layOut(to)
  else throw new Error(`say in this test what ${path} is`)
}

const layOut = (to: string): void => {
  const ignored = sources.filter(isIgnored)
  assert.deepEqual(ignored, [], '.dockerignore leaves out what the image needs')
  // A test that is run alone builds them first.
  buildConsole()
  layOutRelease(to, join(root, 'node_modules'))
}

type Installed = { packages: Record<string, { dev?: true; devOptional?: true; link?: true }> }

/** The modules that `npm ci --omit=dev` installs, without the pinned Node.js. */
const copyProductionModules = (to: string): void => {
  const { packages }: Installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  const paths = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => {
      const isTop = path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0
      return isTop && !dev && !devOptional && !/^node_modules\/node-/.test(path)
    })
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)))
  mkdirSync(to, { recursive: true })
  const copied = ['node_modules/.package-lock.json', ...paths]
  execFileSync('cp', ['-a', '--no-preserve=ownership', '--parents', ...copied, dirname(to)], {
    cwd: root,
  })
}

/** Whether `.dockerignore` excludes a path. The last matching line decides. */
const isIgnored = (path: string): boolean => {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  return lines.reduce((ignored, line) => {
    const [, negated, pattern = ''] = /^(!?)(.*)$/.exec(line) ?? []
    return patternOf(pattern).test(path) ? negated === '' : ignored
  }, false)
}

const patternOf = (pattern: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(.*/)?')
    .replaceAll(/(?<![.)])\*/g, '[^/]*')
  return new RegExp(`^${source}(/|$)`)
}
