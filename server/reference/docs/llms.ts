import type { Guide } from './guides.ts'

/** The index for language models (llmstxt.org): a summary, and where to find each topic as plain text. */
export const llmsText = (guides: readonly Guide[], origin: string): string => `# Animal Adoption Store API

> A JSON-over-HTTP API for animals offered for adoption: list and add them, order them, follow every change. Base address ${origin}/v1, bearer API keys, OpenAPI 3.1.

- Send the API key as \`Authorization: Bearer <API_KEY>\` with every request under \`/v1\`.
- Every response has the limits in \`X-RateLimit-*\` and \`RateLimit\` headers; after a 429 wait \`Retry-After\` seconds.
- Lists are bare JSON arrays; the next page is in the \`Link\` header. Clients that cannot read headers can send the last item's \`id\` as \`after\`.
- \`id\` and \`categoryId\` are 64-bit integers: use a JSON parser that keeps them whole.
- \`GET /v1/pets/{petId}\` is deprecated and removed on 2030-12-05: use \`GET /v1/pets?id={petId}\`.

## Reference

- [OpenAPI document](${origin}/openapi.json): every operation with its parameters, responses, errors and code samples; also as /openapi.yaml, and as /openapi-3.0.json in OpenAPI 3.0

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${origin}/docs/guides/${name}.md): ${summary}`).join('\n')}

## Optional

- [All operations, types and guides in one file](${origin}/llms-full.txt)
`

/** The same, with every operation and guide included. */
export const llmsFullText = (guides: readonly Guide[], operations: string, origin: string): string =>
  [llmsText(guides, origin), operations, ...guides.map(({ markdown }) => markdown)].join('\n---\n\n')
