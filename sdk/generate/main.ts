// Writes the generated files of the client from the repository's openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { generatedCommands } from './commands.ts'
import type { Document } from './document.ts'
import { generatedResources } from './resources.ts'
import { generatedExamples, generatedTypes } from './schema-types.ts'

const sdk = new URL('../', import.meta.url)

/** The expected content of each generated file, by its path in sdk/. */
export const generatedFiles = async (): Promise<Record<string, string>> => {
  const document: Document = JSON.parse(readFileSync(new URL('../openapi.json', sdk), 'utf8'))
  const { resources, exports } = generatedResources(document)
  return {
    'openapi.gen.ts': await generatedTypes(document),
    'resources.gen.ts': resources,
    'exports.gen.ts': exports,
    'cli/resource-commands.gen.ts': generatedCommands(document),
    'cli/event-examples.gen.ts': generatedExamples(document),
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(new URL(path, sdk), text)
}
