import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { ApiDocument } from '../../reference/openapi/api-document.ts'
import { readConfig } from '../config.ts'
import { prepareDatabase } from '../schema/prepare-database.ts'

export const openapiCommand = (command: Command): void => {
  command
    .option('--out <file>', 'write it to a file instead')
    .action(async ({ out }: { out?: string }) => {
      const text = `${JSON.stringify(await openapiDocument(), null, 2)}\n`
      if (out) writeFileSync(out, text)
      else process.stdout.write(text)
    })
}

/** The document as it is published. */
export const openapiDocument = async (): Promise<object> => {
  // Loaded on demand: the service starts without them.
  const { defaultOrigin } = await import('../../reference/openapi/built-document.ts')
  const { publishedDocument } = await import('../../reference/openapi/openapi-publish.ts')
  const environments = { production: defaultOrigin, staging: undefined }
  return publishedDocument(await declaredDocument(), defaultOrigin, environments)
}

/** What the operations declare, from the routes themselves on a temporary database. */
const declaredDocument = async (): Promise<ApiDocument> => {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-store-'))
  const config = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'store.db')}`,
    LOG_LEVEL: 'silent',
  })
  const { compose } = await import('../compose.ts')
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
