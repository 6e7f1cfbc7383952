// Writes openapi.gen.ts: the types of the API, out of the repository's openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

type Operation = {
  responses: Record<string, { description: string; headers?: unknown; content?: unknown }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

const source = new URL('../openapi.json', import.meta.url)
const target = new URL('openapi.gen.ts', import.meta.url)

/** The text that openapi.gen.ts must have. */
export const generatedTypes = async (): Promise<string> => {
  const document = JSON.parse(readFileSync(source, 'utf8'))
  const codes = errorCodes(document)
  const nodes = await openapiTS(withoutErrorsAndHeaders(document), {
    alphabetize: false,
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === 'int64' ? ts.factory.createTypeReferenceNode('Int64') : undefined,
  })
  return [
    '// Generated from openapi.json by `npm run types -w sdk`: do not edit.',
    "import type { Int64 } from './exact-json.ts'",
    '',
    '/** Every error code the service documents. */',
    `export type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}`,
    '',
    astToString(nodes),
  ].join('\n')
}

/** The document says the codes where they can happen: `code`: what it means. */
const errorCodes = ({ paths }: Document): string[] => {
  const descriptions = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .flatMap(([status, { description }]) => (Number(status) >= 400 ? [description] : []))
  const codes = descriptions.flatMap((text) =>
    [...text.matchAll(/^`(\w+)`: /gm)].map(([, code = '']) => code),
  )
  return [...new Set(codes)].sort()
}

/** Only what the client's types are made of, so that they stay small. */
const withoutErrorsAndHeaders = (document: Document): string => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      delete response.headers
      if (Number(status) >= 300) delete operation.responses[status]
    }
  }
  return JSON.stringify(document)
}

if (import.meta.main) writeFileSync(target, await generatedTypes())
