import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type Headers = Record<string, string>
type Given = Record<string, unknown>

/** The revision without sessions, and the way in which older clients connect. */
const modes = { modern: { pin: '2026-07-28' }, legacy: 'legacy' } as const

/** An agent that uses a store with the official client. */
export const agentAt = async (address: string, headers: Headers = {}, mode: keyof typeof modes = 'modern') => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: modes[mode] } })
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  const call = (name: string, given: Given = {}) => client.callTool({ name, arguments: given })
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call,
    /** The text of a result, which must not be an error. */
    text: async (name: string, given?: Given) => {
      const result = await call(name, given)
      assert.ok(!result.isError, JSON.stringify(result.content))
      return textOf(result)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

export const textOf = ({ content }: { content: readonly { type: string; text?: string }[] }): string =>
  content.map(({ text = '' }) => text).join('')

/** The JSON between the marks of a text by strangers, or all of another. */
export const jsonIn = (text: string) => {
  const [, , marked = text] = /^<(untrusted-[\w-]+)>\n(.*)\n<\/\1>$/ms.exec(text) ?? []
  return JSON.parse(marked)
}
