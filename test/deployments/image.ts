import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder } from '../harness/temporary-folder.ts'
import { runInRoot } from './container.ts'
import { type ImageConfig, imageConfig, lastStage } from './dockerfile.ts'

const root = new URL('../../', import.meta.url).pathname

/** The files of the image in a folder, as they are below `/`, and what its containers get. */
export type Image = { folder: string; config: ImageConfig }

/**
 * Lays out the image without Docker: the COPY lines of its last stage from this clone, and its RUN lines as they are. What
 * other stages install and build is taken from what `npm ci` and `npm start` have made here.
 */
export const layOutImage = async (): Promise<Image> => {
  const folder = newFolder('store')
  execFileSync('chmod', ['755', folder])
  const stage = lastStage()
  const config = imageConfig(stage)
  mkdirSync(join(folder, config.workdir), { recursive: true })
  for (const { name, args } of stage) {
    if (name === 'COPY') copy(args, join(folder, config.workdir))
    if (name === 'RUN') await runInRoot({ image: folder, workdir: config.workdir, script: args })
  }
  // An image is read by another user than the one who has made it, whatever the umask was here.
  execFileSync('chmod', ['-R', 'a+rX', join(folder, config.workdir)])
  return { folder, config }
}

const copy = (args: string, workdir: string): void => {
  const [first = '', ...rest] = args.split(/\s+/)
  const from = /^--from=(.+)$/.exec(first)?.[1]
  const paths = from ? rest : [first, ...rest]
  const target = paths.pop() ?? ''
  for (const path of paths) {
    if (from) copyBuilt(path, join(workdir, target))
    else copySource(path, workdir, target)
  }
}

const copySource = (path: string, workdir: string, target: string): void => {
  if (isIgnored(path))
    throw new Error(`the Dockerfile copies ${path}, which .dockerignore leaves out`)
  const isInto = target.endsWith('/')
  const to = isInto ? join(workdir, target, '.') : join(workdir, target)
  mkdirSync(isInto ? to : dirname(to), { recursive: true })
  execFileSync('cp', ['-a', '--no-preserve=ownership', join(root, path), to])
}

/** What another stage has made below `/app`. */
const copyBuilt = (path: string, to: string): void => {
  const made = path.replace(/^\/app\//, '')
  if (made === 'node_modules') {
    copyProductionModules(to)
    return
  }
  const from = join(root, made === 'bundles' ? 'node_modules/.cache/bundles' : made)
  // Neither is needed to serve, and a test that is run alone does not build them.
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-a', '--no-preserve=ownership', from, to])
}

type Installed = { packages: Record<string, { dev?: true; devOptional?: true; link?: true }> }

/** As `npm ci --omit=dev` leaves them, without the Node.js of bare machines. */
const copyProductionModules = (to: string): void => {
  const { packages }: Installed = JSON.parse(
    readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
  )
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

/** Whether `.dockerignore` leaves out what is at a path. The last line that matches decides. */
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
