type Row = { details?: { notes?: readonly unknown[] | undefined } | undefined }

/** How many rows of the database a row of the file may add: the animal and its notes. */
const sizeOf = ({ details }: Row): number => 1 + (details?.notes?.length ?? 0)

export const batchSize = (rows: readonly Row[]): number => rows.reduce((total, row) => total + sizeOf(row), 0)

/** The first rows up to a size, for one transaction; at least one row. */
export const nextBatch = <Some extends Row>(rows: readonly Some[], maxSize: number): Some[] => {
  let total = 0
  const end = rows.findIndex((row) => {
    total += sizeOf(row)
    return total > maxSize
  })
  return rows.slice(0, end === -1 ? rows.length : Math.max(1, end))
}
