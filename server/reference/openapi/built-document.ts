import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ApiDocument } from './api-document.ts'

/** The origin in the file. */
export const defaultOrigin = 'http://127.0.0.1:3000'

const file = new URL('../../../openapi.json', import.meta.url)

/** The text that `npm run openapi` wrote. */
export const builtText = (): Promise<string> => readFile(file, 'utf8')

/**
 * The document that `npm run openapi` wrote, for another origin. To make it again here would block other requests;
 * `npm run check` fails when the file is not what the operations declare.
 */
export const builtDocument = async (origin: string): Promise<ApiDocument> => {
  const text = await builtText()
  await setImmediate()
  return JSON.parse(text.replaceAll(defaultOrigin, origin))
}
