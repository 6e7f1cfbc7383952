// Generates openapi.json from the operations. `npm run check` fails if it is stale.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../server/program/compose.ts'
import { readConfig } from '../server/program/config.ts'
import { prepareDatabase } from '../server/program/schema/prepare-database.ts'
import type { DeclaredDocument } from '../server/reference/openapi/api-document.ts'
import { defaultOrigin } from '../server/reference/openapi/built-document.ts'
import { publishedDocument } from '../server/reference/openapi/openapi-publish.ts'

/** The text of openapi.json. */
export const generatedOpenapi = async (): Promise<string> => {
  const environments = { production: defaultOrigin, staging: `${defaultOrigin}/staging` }
  const document = publishedDocument(await declaredDocument(), defaultOrigin, environments)
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The declarations of the operations, from the routes on a temporary database. */
const declaredDocument = async (): Promise<DeclaredDocument> => {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-store-'))
  const config = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'store.db')}`,
    LOG_LEVEL: 'silent',
  })
  try {
    await prepareDatabase(config.database, 'write')
    const { document, close } = await compose(config)
    try {
      return document()
    } finally {
      await close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) writeFileSync(new URL('../openapi.json', import.meta.url), await generatedOpenapi())
