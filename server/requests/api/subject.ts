/** The case that an event or an entry of the history is about, such as an order: the noun of its folder, and its id. */
export type Subject = { type: string; id: bigint }

/** The columns for subjects that existed before `subject_type`. Programs older than 1.4.0 read and write only these. */
export const olderColumns = { order: 'order_id', application: 'application_id' } as const

/** A subject in all its columns. */
export const subjectColumns = (subject: Subject | undefined) => ({
  subject_type: subject?.type ?? null,
  subject_id: subject?.id ?? null,
  order_id: subject?.type === 'order' ? subject.id : null,
  application_id: subject?.type === 'application' ? subject.id : null,
})
export type SubjectColumns = {
  [Name in keyof ReturnType<typeof subjectColumns>]: Name extends 'subject_type' ? string | null : bigint | null
}
