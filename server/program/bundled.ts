import { createHash, hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Most of a start is spent on finding and linking the modules that the program imports. Some dependencies consist of
// hundreds of small files, which are more than half of that, so the bundles of scripts/bundle.mjs are used instead, if
// they match what is installed.
const installed = new URL('../../node_modules/', import.meta.url)
const bundles = new URL(`.cache/bundles/${hashOfInstalled()}/`, installed)

/** The content of a bundle file: the file of each module of a package, and the checksums of all files that it needs. */
type Bundle = { modules: Record<string, string>; sums: Record<string, string>; isWhole?: boolean }
const bundled = bundledModules()

const root = new URL('../../', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    // Our own files have explicit names: looking for links, packages and formats would take a tenth of a start.
    if (/^\.{1,2}\/.*\.ts$/.test(specifier) && context.parentURL?.startsWith(root)) {
      const { href } = new URL(specifier, context.parentURL)
      return { url: href, format: 'module-typescript', shortCircuit: true }
    }
    const found = bundled.get(specifier)
    if (!found || !isWhole(found.bundle)) return next(specifier, context)
    return { url: new URL(found.file, bundles).href, format: 'module', shortCircuit: true }
  },
})

function bundledModules(): Map<string, { bundle: Bundle; file: string }> {
  const list = new URL('packages.json', bundles)
  if (!existsSync(list)) return new Map()
  try {
    const packages: Record<string, Bundle> = JSON.parse(readFileSync(list, 'utf8'))
    return new Map(
      Object.values(packages).flatMap((bundle) =>
        Object.entries(bundle.modules).map(([module, file]) => [module, { bundle, file }] as const),
      ),
    )
  } catch {
    discard()
    return new Map()
  }
}

/** Called when a package is first used. A package with a damaged file is loaded from its original files. */
function isWhole(bundle: Bundle): boolean {
  bundle.isWhole ??= Object.entries(bundle.sums).every(([file, sum]) => sumOf(file) === sum)
  if (!bundle.isWhole) discard()
  return bundle.isWhole
}

function sumOf(file: string): string | undefined {
  try {
    return hash('sha256', readFileSync(new URL(file, bundles)))
  } catch {
    return undefined
  }
}

/** The next `npm start` creates them again. What is in use has already been read. */
function discard(): void {
  try {
    rmSync(new URL('packages.json', bundles), { force: true })
  } catch {
    // If nothing can be written, each start finds that out again.
  }
}

/** Hashes npm's record of the installation, which has the version of every package, and how bundles are made. */
function hashOfInstalled(): string {
  const parts = [new URL('.package-lock.json', installed), new URL('../../scripts/bundle.mjs', import.meta.url)]
  const sum = createHash('sha256')
  for (const part of parts) sum.update(existsSync(part) ? readFileSync(part) : 'none')
  return sum.digest('hex')
}
