/** A placeholder for the server's address. Syntax highlighting must not split it. */
export const unwrittenOrigin = 'http://origin.invalid'
/** A placeholder for the servers that the live panel can call, in an attribute. */
export const unwrittenServers = 'servers.invalid'
/** A placeholder for the address that this server listens on, in an attribute; empty if its URL is configured. */
export const unwrittenListening = 'listening.invalid'
/** Stand for the addresses of both environments. */
export const unwrittenProduction = 'http://production.invalid'
export const unwrittenStaging = 'http://staging.invalid'
