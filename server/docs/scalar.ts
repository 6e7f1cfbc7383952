import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'

/**
 * The Fastify plugin is the smallest package that contains Scalar's script: as one string literal of its module. The
 * literal is read as text, because importing the module would block the event loop for 0.1 s and take 40 MB
 * permanently.
 */
export const scalarScript = async (): Promise<string> => {
  const module = await readFile(
    new URL(import.meta.resolve('@scalar/fastify-api-reference')),
    'utf8',
  )
  const literal = /^var standalone_default = (".*");$/m.exec(module)?.[1]
  if (!literal)
    throw new Error('@scalar/fastify-api-reference no longer holds its script as a literal')
  return String(runInNewContext(literal))
}
