import { ownSurface, type Surface } from '../../requests/api/surface.ts'

/** The Model Context Protocol, by which agents use the store. Its errors outside JSON-RPC are those of our own API. */
export const mcpApi: Surface = {
  prefix: '/mcp',
  has: (path) => /^\/mcp(?:[/?]|$)/.test(path),
  errorType: ownSurface.errorType,
  errorText: ownSurface.errorText,
  isKeyOptional: true,
  // The protocol's own headers, which agents in a browser send.
  allowedHeaders: 'Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
}
