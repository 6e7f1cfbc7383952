/** The sample shelter begins to be added or removed: the one entry of the audit log for all that this changes. */
export type SampleChange = {
  kind: 'sample addition begun' | 'sample removal begun'
  accountId: bigint
}
