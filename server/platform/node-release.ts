import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported, updateAdvice } from './node-releases.mjs'

/** The Node.js release that runs this process. */
export const nodeRelease = () => {
  const { node: version } = process.versions
  return {
    /** The version, and `pinned` for the npm package's Node.js, `system` for any other. */
    name: `${version} (${sourceOf(process.execPath)})`,
    isSupported: isSupported(version),
    advice: updateAdvice(version),
  }
}

const sourceOf = (path: string): 'pinned' | 'system' => {
  try {
    const modules = realpathSync(fileURLToPath(new URL('../../node_modules', import.meta.url)))
    return path.startsWith(modules + sep) ? 'pinned' : 'system'
  } catch {
    return 'system'
  }
}
