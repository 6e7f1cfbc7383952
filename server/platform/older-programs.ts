/** Programs of an older version are connected to the database and would break. */
export class OlderProgramsConnected extends Error {
  override name = 'OlderProgramsConnected'
}

export const olderPrograms = (programs: string, breaking: readonly string[]): OlderProgramsConnected => {
  const steps = breaking.length === 1 ? `its step ${breaking[0]} is` : `${breaking.length} of its steps are`
  return new OlderProgramsConnected(
    `the upgrade would break programs of an older version, as ${steps} not additive, and ${programs}. ` +
      'Stop them first, or add --yes (MIGRATE=yes). Nothing was changed',
  )
}
