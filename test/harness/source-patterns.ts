import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

type SourcePattern = { at: string; form: RegExp }

const root = new URL('../../', import.meta.url).pathname

/** Every regular expression literal in the program, and every place that builds one from text. */
export const sourcePatterns = (): { literals: SourcePattern[]; made: string[] } => {
  const literals: SourcePattern[] = []
  const made: string[] = []
  const paths = globSync('server/**/*.ts', { cwd: root }).filter((path) => !/\.(test|contract)\.ts$/.test(path))
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8')
    walk(parseAst(text, { lang: 'ts' }), (node) => {
      const at = `${path}:${text.slice(0, node.start).split('\n').length}`
      if (node.regex) literals.push({ at, form: new RegExp(node.regex.pattern, node.regex.flags) })
      if (node.callee?.name === 'RegExp') made.push(path)
    })
  }
  return { literals, made }
}

type Node = {
  type?: string
  start?: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (node === null || typeof node !== 'object') return
  if ('type' in node) visit(node as Node)
  for (const inner of Object.values(node)) walk(inner, visit)
}
