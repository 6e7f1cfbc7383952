/** How an operator runs a command here: with npm in a clone, and with the program of an unpacked release. */
export const commandName = (): string => process.env.ADOPTION_STORE_COMMAND ?? 'npm run cli --'
