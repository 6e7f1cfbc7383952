/**
 * The start of adding or removing the sample shelter: one entry of the audit log for all its
 * changes.
 */
export type SampleChange = {
  kind: 'sample addition begun' | 'sample removal begun'
  accountId: bigint
}
