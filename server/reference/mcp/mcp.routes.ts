import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { once } from '../../requests/api/asset.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import type { Api } from '../../requests/pipeline/registry.ts'
import { mcpApi } from './mcp-api.ts'
import type { Message } from './message.ts'

type Deps = {
  /** The schemas that those of the tools refer to by name. */
  schemas: Api['schemas']
  isSiteOn: boolean
  release: string
}

/** The protocol library is loaded with the first message: most stores never get one. */
export const mcpOperations = (deps: Deps): Operation[] => {
  const loaded = once(async () => {
    // In parts, because it takes too long to serve nobody else meanwhile.
    await import('zod/v4')
    await setImmediate()
    await import('@modelcontextprotocol/core')
    await setImmediate()
    await import('@modelcontextprotocol/server')
    await setImmediate()
    const { mcpServer } = await import('./mcp-server.ts')
    await setImmediate()
    return mcpServer(deps)
  })
  return [
    operation({
      surface: mcpApi,
      id: 'mcp',
      method: 'POST',
      path: '',
      tag: 'Agents',
      summary: 'Send a message of the Model Context Protocol',
      isAllowedReadOnly: true,
      makesRequests: true,
      // The library checks the message. A list of messages would count as one request.
      body: Type.Unsafe<object>({ type: 'object' }),
      returns: { 200: { description: 'The response to the message.' } },
      handle: async (message: Message) => (await loaded())(message),
    }),
  ]
}
