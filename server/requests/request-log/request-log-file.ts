/** The file of the request log of an embedded database. Its entries are about the accounts of that database alone. */
export const requestLogPath = (databasePath: string): string => `${databasePath}.requests`
