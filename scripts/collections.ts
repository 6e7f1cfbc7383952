// The collections for Postman and Bruno, made of openapi.json and of the examples of the operations:
// examples/collections. `npm run check` holds them to it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declaredDocument } from '../server/program/cli/openapi.command.ts'
import { brunoFiles } from '../server/reference/collections/bruno.ts'
import { postmanCollection } from '../server/reference/collections/postman.ts'
import { requestCollection } from '../server/reference/collections/request-collection.ts'
import { codeExamplesOf } from '../server/reference/openapi/code-samples.ts'

const root = new URL('..', import.meta.url)

/** Where they are kept. */
export const collectionsFolder = new URL('examples/collections/', root)

/** Every file there, by its path. */
export const collectionFiles = async (): Promise<Map<string, string>> => {
  const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
  const collection = requestCollection({
    document,
    examples: codeExamplesOf(await declaredDocument()),
    baseUrl: 'http://127.0.0.1:3000/v1',
  })
  const bruno = [...brunoFiles(collection)].map(([path, text]) => [`bruno/${path}`, text] as const)
  const postman = `${JSON.stringify(postmanCollection(collection), null, 2)}\n`
  return new Map([['postman.json', postman], ...bruno])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(collectionsFolder, { recursive: true, force: true })
  for (const [path, text] of await collectionFiles()) {
    const file = fileURLToPath(new URL(path, collectionsFolder))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
