import { goNative } from '@scalar/snippetz/plugins/go/native'
import { phpGuzzle } from '@scalar/snippetz/plugins/php/guzzle'

/** A request, as `@scalar/snippetz` writes it in other languages. */
export type SampleRequest = {
  method: string
  url: string
  body: unknown
  /** The name of a file that is sent as the field `file` of a form, and its type. */
  file: { name: string; type: string } | undefined
  isStream: boolean
  /** Whether sending it again with the same `Idempotency-Key` has no further effect. */
  takesKey: boolean
}

/** With Guzzle, which throws an exception for an error response. */
export const phpSample = (request: SampleRequest): string => {
  const call = edited(written(phpGuzzle, request), [
    [`'${AUTHORIZATION}'`, `'Bearer ' . getenv('ADOPTION_KEY')`],
    ...(request.takesKey ? [[`'${IDEMPOTENCY_KEY}'`, 'bin2hex(random_bytes(16))'] as const] : []),
    // PHP has one empty array for both of JSON's: it would be sent as a list.
    ...(isEmpty(request.body) ? [["'json' => []", "'json' => new stdClass()"] as const] : []),
    ...(request.isStream ? [['\n]);', `,\n  'stream' => true\n]);`] as const] : []),
  ])
  const output = request.isStream
    ? 'while (!$response->getBody()->eof()) {\n  echo $response->getBody()->read(1024);\n}'
    : 'echo $response->getBody();'
  return `<?php\n\n// composer require guzzlehttp/guzzle\nrequire 'vendor/autoload.php';\n\n${call}\n\n${output}`
}

/** With the standard library. Errors end the program, and the body is shown as it arrives. */
export const goSample = (request: SampleRequest): string =>
  edited(written(goNative, request), [
    [`"${AUTHORIZATION}"`, `"Bearer "+os.Getenv("ADOPTION_KEY")`],
    ...(request.takesKey ? goKey : []),
    ...(request.file ? goFile(request.file.name) : []),
    [', _ := http.NewRequest(', ', err := http.NewRequest('],
    ['\n\n\treq.Header', `\n${IF_ERR}\n\treq.Header`],
    ['res, _ := http.DefaultClient.Do(req)\n', `res, err := http.DefaultClient.Do(req)\n${IF_ERR}\n`],
    ['\n\n\tdefer res', '\tdefer res'],
    ['\tbody, _ := io.ReadAll(res.Body)\n', ''],
    ['fmt.Println(res)\n\tfmt.Println(string(body))\n\n', `io.Copy(os.Stdout, res.Body)\n${IF_FAILED}`],
    ['\t"io"\n', '\t"io"\n\t"log"\n'],
    ['\t"fmt"\n', ''],
    ...(request.file ? [] : [['\t"net/http"\n', '\t"net/http"\n\t"os"\n'] as const]),
  ])

type Edit = readonly [string, string]

const goKey: readonly Edit[] = [
  ['\t"fmt"\n', '\t"crypto/rand"\n\t"encoding/hex"\n\t"fmt"\n'],
  [
    '\treq.Header.Add("Idempotency-Key", "IDEMPOTENCY_KEY")\n',
    '\tkey := make([]byte, 16)\n\trand.Read(key)\n\treq.Header.Add("Idempotency-Key", hex.EncodeToString(key))\n',
  ],
]

const goFile = (name: string): readonly Edit[] => [
  [
    `\tpart, _ := writer.CreateFormFile("file", "${name}")\n`,
    `\tpart, err := writer.CreateFormFile("file", "${name}")\n${IF_ERR}`,
  ],
  [`\tf, _ := os.Open("${name}")\n`, `\tf, err := os.Open("${name}")\n${IF_ERR}`],
  ['\t_, _ = io.Copy(part, f)\n', '\tif _, err := io.Copy(part, f); err != nil {\n\t\tlog.Fatal(err)\n\t}\n'],
]

const isEmpty = (body: unknown): boolean => JSON.stringify(body) === '{}'

const AUTHORIZATION = 'Bearer ADOPTION_KEY'
const IDEMPOTENCY_KEY = 'IDEMPOTENCY_KEY'
const IF_FAILED = '\tif res.StatusCode >= 400 {\n\t\tlog.Fatal(res.Status)\n\t}\n'
const IF_ERR = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n'

type Writer = typeof goNative

const written = ({ generate }: Writer, { method, url, body, file, takesKey }: SampleRequest): string =>
  generate({
    method,
    url,
    headers: [
      { name: 'Authorization', value: AUTHORIZATION },
      ...(takesKey ? [{ name: 'Idempotency-Key', value: IDEMPOTENCY_KEY }] : []),
      ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
    ],
    ...(body !== undefined && {
      postData: { mimeType: 'application/json', text: JSON.stringify(body) },
    }),
    ...(file && {
      postData: {
        mimeType: 'multipart/form-data',
        params: [{ name: 'file', fileName: file.name, contentType: file.type }],
      },
    }),
  })

/** Fails if the library writes something else than what is replaced. */
const edited = (source: string, edits: readonly Edit[]): string =>
  edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`not in the sample: ${from}\n${text}`)
    return text.replace(from, () => to)
  }, source)
