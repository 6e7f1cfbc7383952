/** A placeholder for the server's address. Syntax highlighting must not split it. */
export const unwrittenOrigin = 'http://origin.invalid'
/** A placeholder for the servers that the live panel can call, in an attribute. */
export const unwrittenServers = 'servers.invalid'
/** Stand for the addresses of both environments. */
export const unwrittenProduction = 'http://production.invalid'
export const unwrittenStaging = 'http://staging.invalid'
