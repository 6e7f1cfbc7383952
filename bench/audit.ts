import { DatabaseSync } from 'node:sqlite'

/** Counts the animals that requests added, and checks that each has a signed entry in the audit log. */
export const auditedAnimals = (path: string): number => {
  const connection = new DatabaseSync(path, { readOnly: true })
  const { animals, entries } = connection
    .prepare(
      `SELECT (SELECT count(*) FROM pets) AS animals,
              (SELECT count(*) FROM audit_log WHERE action = 'pet.create' AND mac <> '') AS entries`,
    )
    .get() as { animals: number; entries: number }
  connection.close()
  // Without these entries, the measured program is not the one that we ship.
  if (entries !== animals)
    throw new Error(
      `the audit log has ${entries} signed entries of ${animals} animals that were added`,
    )
  return entries
}

export const auditNote = (animals: number): string =>
  `The audit log was on: each of ${animals.toLocaleString('en')} new animals has its signed entry there.`
