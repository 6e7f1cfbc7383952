/** Stands for the server's address. It has nothing in it that the colours of code would take apart. */
export const unwrittenOrigin = 'http://origin.invalid'
/** Stands for the servers that the live panel can call, in an attribute. */
export const unwrittenServers = 'servers.invalid'
/** Stand for the addresses of both environments. */
export const unwrittenProduction = 'http://production.invalid'
export const unwrittenStaging = 'http://staging.invalid'
