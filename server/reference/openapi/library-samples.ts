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
}

/** With Guzzle, which throws an exception for an error response. */
export const phpSample = (request: SampleRequest): string => {
  const call = edited(written(phpGuzzle, request), [
    [`'${AUTHORIZATION}'`, `'Bearer ' . getenv('ADOPTION_KEY')`],
    // PHP has one empty array for both of JSON's: it would be sent as a list.
    ...(isEmpty(request.body) ? [["'json' => []", "'json' => new stdClass()"] as const] : []),
    ...(request.isStream ? [['\n]);', `,\n  'stream' => true\n]);`] as const] : []),
  ])
  const output = request.isStream
    ? 'while (!$response->getBody()->eof()) {\n  echo $response->getBody()->read(1024);\n}'
    : 'echo $response->getBody();'
  return `<?php\n\nrequire 'vendor/autoload.php';\n\n${call}\n\n${output}`
}

/** With the standard library. Errors end the program, and the body is shown as it arrives. */
export const goSample = (request: SampleRequest): string =>
  edited(written(goNative, request), [
    [`"${AUTHORIZATION}"`, `"Bearer "+os.Getenv("ADOPTION_KEY")`],
    [
      'res, _ := http.DefaultClient.Do(req)\n',
      `res, err := http.DefaultClient.Do(req)\n${IF_ERR}\n`,
    ],
    ['\n\n\tdefer res', '\tdefer res'],
    ['\tbody, _ := io.ReadAll(res.Body)\n', ''],
    [
      'fmt.Println(res)\n\tfmt.Println(string(body))\n\n',
      'fmt.Println(res.Status)\n\tio.Copy(os.Stdout, res.Body)\n',
    ],
    ['\t"io"\n', '\t"io"\n\t"log"\n'],
    ...(request.file ? [] : [['\t"net/http"\n', '\t"net/http"\n\t"os"\n'] as const]),
  ])

const isEmpty = (body: unknown): boolean => JSON.stringify(body) === '{}'

const AUTHORIZATION = 'Bearer ADOPTION_KEY'
const IF_ERR = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n'

type Writer = typeof goNative

const written = ({ generate }: Writer, { method, url, body, file }: SampleRequest): string =>
  generate({
    ...{ method, url },
    headers: [
      { name: 'Authorization', value: AUTHORIZATION },
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
const edited = (source: string, edits: readonly (readonly [string, string])[]): string =>
  edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`not in the sample: ${from}\n${text}`)
    return text.replace(from, () => to)
  }, source)
