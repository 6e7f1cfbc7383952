import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { onServerCore } from './machine.ts'
import { startProcess } from './process.ts'
import { LIST_PATH } from './request.ts'

/** Starts a bare node:http server that sends the same bytes and headers as the service on `servicePort`. */
export const startBare = async (
  servicePort: number,
  key: string,
  folder: string,
  prefix = onServerCore(),
) => {
  const answer = await capture(servicePort, key)
  const answerPath = join(folder, 'answer.json')
  writeFileSync(answerPath, JSON.stringify(answer))
  const bare = await startProcess({
    prefix,
    args: [new URL('bare-server.ts', import.meta.url).pathname, answerPath],
  })
  const differs = difference(answer, await capture(bare.port, key))
  if (differs) throw new Error(`the bare server does not send the same headers: ${differs}`)
  return bare
}

type Captured = { headers: string[]; body: string; keepAliveTimeoutMs: number }

// Headers that node:http adds to every response, also to those of the bare server.
const written = new Set(['date', 'connection', 'keep-alive'])

const capture = (port: number, key: string): Promise<Captured> =>
  new Promise((resolve, reject) => {
    // The same host as in the load, because responses contain links to the requested host.
    const headers = { Host: '127.0.0.1', Authorization: `Bearer ${key}` }
    get({ port, path: LIST_PATH, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const raw = response.rawHeaders
        const names = raw.filter((_, at) => at % 2 === 0)
        resolve({
          headers: names.flatMap((name, at) =>
            written.has(name.toLowerCase()) ? [] : [name, raw[at * 2 + 1] ?? ''],
          ),
          body: Buffer.concat(chunks).toString(),
          keepAliveTimeoutMs:
            Number(/timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1] ?? 5) * 1_000,
        })
      })
    }).on('error', reject)
  })

const difference = (wanted: Captured, sent: Captured): string | undefined => {
  const [ours, theirs] = [wanted, sent].map((answer) => JSON.stringify(answer))
  return ours === theirs ? undefined : `${ours}\n${theirs}`
}
