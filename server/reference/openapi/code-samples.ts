import type { CodeExample } from '../../requests/api/code-example.ts'
import { type ApiDocument, operationsOf } from './api-document.ts'

/** One sample, as documentation tools read it (`x-codeSamples`). */
export type CodeSample = { lang: string; label: string; source: string }

/** The examples of the operations, by operation id. */
export type CodeExamples = ReadonlyMap<string, CodeExample>

export const codeExamplesOf = (declared: ApiDocument): CodeExamples =>
  new Map(
    operationsOf(declared).flatMap(({ operationId = '', 'x-example': example }) =>
      example ? [[operationId, example]] : [],
    ),
  )

/** The command that installs the client: the first line of every sample that uses it. */
export const installLine = (origin: string, release: string): string => `// npm i ${origin}/sdk/client-${release}.tgz`
