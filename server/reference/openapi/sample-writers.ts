import type { CodeExample } from '../../requests/api/code-example.ts'
import { type ApiDocument, isRef, mapOperations, type Operation } from './api-document.ts'
import { type CodeSample, installLine } from './code-samples.ts'
import { goSample, phpSample, type SampleRequest } from './library-samples.ts'

/** The OpenAPI document, each operation with its samples, which are sent to `origin`. */
export const withCodeSamples = (document: ApiDocument, origin: string): ApiDocument => {
  const install = installLine(origin, document.info['x-release'])
  return mapOperations(document, ({ 'x-example': example, ...operation }, { path, method }) => {
    if (!example) return operation
    const baseUrl = `${origin}${example.isInStaging ? '/staging' : ''}/v1`
    const isEmpty = '204' in operation.responses
    const url = urlOf(baseUrl, path, example)
    const takesKey = takesIdempotencyKey(operation)
    const request = { method: method.toUpperCase(), url, example, isEmpty, takesKey }
    return { ...operation, 'x-codeSamples': samplesOf(request, { baseUrl, install }) }
  })
}

const takesIdempotencyKey = ({ parameters = [] }: Pick<Operation, 'parameters'>): boolean =>
  parameters.some((one) => /(?:^|\/)Idempotency-Key$/.test(isRef(one) ? one.$ref : one.name))

const urlOf = (baseUrl: string, path: string, { path: values = {}, query }: CodeExample): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')
  // A comma is allowed in a query, and lists are easier to read with it.
  const text = new URLSearchParams(query).toString().replaceAll('%2C', ',')
  return `${baseUrl}${filled}${text && `?${text}`}`
}

type Request = {
  method: string
  url: string
  example: CodeExample
  isEmpty: boolean
  takesKey: boolean
}
type ClientSetUp = { baseUrl: string; install: string }

const samplesOf = (request: Request, setUp: ClientSetUp): CodeSample[] => [
  { lang: 'bash', label: 'curl', source: curl(request) },
  { lang: 'typescript', label: 'TypeScript', source: typescript(request.example, setUp) },
  { lang: 'python', label: 'Python', source: python(request) },
  { lang: 'php', label: 'PHP', source: phpSample(sampleRequest(request)) },
  { lang: 'go', label: 'Go', source: goSample(sampleRequest(request)) },
]

const sampleRequest = ({ method, url, example, takesKey }: Request): SampleRequest => {
  const { body, file, isStream = false } = example
  return {
    method,
    url,
    body,
    file: file === undefined ? undefined : { name: file, type: typeOf(file) },
    isStream,
    takesKey,
  }
}

const typeOf = (file: string): string => (file.endsWith('.csv') ? 'text/csv' : 'image/jpeg')

const curl = ({ method, url, example, takesKey }: Request): string => {
  const { body, file, isStream } = example
  const isPlain = method === 'GET' || (method === 'POST' && (body ?? file) !== undefined)
  const command = `curl ${isStream ? '-N ' : ''}${isPlain ? '' : `-X ${method} `}'${url}'`
  const data = [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]
  const upload = [`-H 'Content-Type: ${typeOf(file ?? '')}'`, `--data-binary @${file}`]
  const options = [
    '-H "Authorization: Bearer $ADOPTION_KEY"',
    ...(takesKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined ? [] : data),
    ...(file === undefined ? [] : upload),
  ]
  return [command, ...options].join(' \\\n  ')
}

const typescript = ({ client }: CodeExample, { baseUrl, install }: ClientSetUp): string =>
  `${install}
import { env } from 'node:process'
import { AdoptionStore } from '@adoption-store/client'

const store = new AdoptionStore({
  apiKey: env.ADOPTION_KEY ?? '',
  baseUrl: '${baseUrl}',
})

${client}`

const python = ({ method, url, example, isEmpty, takesKey }: Request): string => {
  const { body, file, isStream } = example
  const authorization = '"Authorization": "Bearer " + os.environ["ADOPTION_KEY"]'
  const headers = takesKey
    ? `\n        ${authorization},\n        "Idempotency-Key": str(uuid.uuid4()),\n    `
    : authorization
  const options = [
    `"${url}"`,
    `headers={${headers}}`,
    ...(file === undefined ? [] : [`files={"file": open("${file}", "rb")}`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body)}`]),
    // For a stream, the longest silence: it sends something every 15 seconds.
    ...(isStream ? ['stream=True', 'timeout=60'] : [file === undefined ? 'timeout=10' : 'timeout=120']),
  ]
  const call = `response = requests.${method.toLowerCase()}(\n    ${options.join(',\n    ')},\n)`
  const imports = `import os\n${takesKey ? 'import uuid\n' : ''}\nimport requests`
  return `# pip install requests\n${imports}\n\n${call}\nresponse.raise_for_status()\n${pythonEnd(isEmpty, isStream)}`
}

const pythonEnd = (isEmpty: boolean, isStream = false): string => {
  if (isStream) return 'for line in response.iter_lines(decode_unicode=True):\n    print(line)'
  return isEmpty ? 'print(response.status_code)' : 'print(response.json())'
}

const pythonLiteral = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value as Record<string, unknown>)
  return `{${fields.map(([name, field]) => `"${name}": ${pythonLiteral(field)}`).join(', ')}}`
}
