// The collections for Postman and Bruno, made of openapi.json: examples/collections. `npm run check` holds them to it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brunoFiles } from '../server/reference/collections/bruno.ts'
import { postmanCollection } from '../server/reference/collections/postman.ts'
import { requestCollection } from '../server/reference/collections/request-collection.ts'

const root = new URL('..', import.meta.url)

/** Where they are kept. */
export const collectionsFolder = new URL('examples/collections/', root)

/** Every file there, by its path. */
export const collectionFiles = (): Map<string, string> => {
  const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
  const collection = requestCollection(document, 'http://127.0.0.1:3000/v1')
  const bruno = [...brunoFiles(collection)].map(([path, text]) => [`bruno/${path}`, text] as const)
  const postman = `${JSON.stringify(postmanCollection(collection), null, 2)}\n`
  return new Map([['postman.json', postman], ...bruno])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(collectionsFolder, { recursive: true, force: true })
  for (const [path, text] of collectionFiles()) {
    const file = fileURLToPath(new URL(path, collectionsFolder))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
