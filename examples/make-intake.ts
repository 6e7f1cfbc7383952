// Creates examples/intake.csv: an export of a shelter's old system, with the mistakes such files
// have. The same seed gives the same bytes: `node examples/make-intake.ts > examples/intake.csv`.

const ROWS = 12_000
const SEED = 20_261_120

/** A deliberate mistake: its place in the file, and the error of an import. */
export type Planted = { line: number; field: string; code: string }

export type Intake = {
  file: Buffer
  planted: Planted[]
  /** The number of rows without a mistake. */
  sound: number
}

const names = [
  'Luna',
  'Milo',
  'Bella',
  'Charlie',
  'Biscuit',
  'Nala',
  'Simba',
  'Coco',
  'Rocky',
  'Daisy',
  'Oreo',
  'Pepper',
  'Zoë',
  'Łatka',
  'Żuczek',
  'Moritz',
  'Grüße',
  'Señor Bigotes',
  'Chloé',
  '小梅',
  'Миша',
  '🐢 Speedy',
  'O’Malley',
  'Mr. Whiskers',
  'Princess',
  'Duke',
  'Ginger',
  'Smokey',
  'Tom, junior',
  'Rex "the dog"',
  '=Ace',
]
const statuses = ['available', 'available', 'available', 'pending', 'sold', '']
const notes = [
  '',
  '',
  '',
  'shy',
  'good with children',
  'needs a garden, and time',
  'says "hello"',
  'found at the station\r\nno chip',
  'two visits:\r\n- Monday\r\n- Friday',
  '=NOW()',
]
const unknownStatuses = ['Available', 'adopted', 'on hold', 'AVAILABLE ', '?']
const wrongCategories = ['cats', '7.0', '1e3', '', '9223372036854775808']

type Row = { id: string; name: string; categoryId: string; status: string; notes: string }
type Flaw = (row: Row, earlier: readonly string[]) => Omit<Planted, 'line'> & { bytes?: Buffer }

/** The file, and its deliberate mistakes. */
export const makeIntake = ({ rows = ROWS, seed = SEED } = {}): Intake => {
  const random = generator(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const pieces: Buffer[] = [Buffer.from('\ufeff'), Buffer.from(line(['id', 'name', 'categoryId', 'status', 'notes']))]
  const planted: Planted[] = []
  const ids: string[] = []
  let sound = 0
  let at = 2

  for (let number = 1; number <= rows; number += 1) {
    const row: Row = {
      id: random() < 0.9 ? String(1_000 + number) : '',
      name: pick(names),
      categoryId: String(1 + Math.floor(random() * 12)),
      status: pick(statuses),
      notes: pick(notes),
    }
    const flaw = random() < 0.02 ? pick(flaws(pick)) : undefined
    const fault = flaw?.(row, ids)
    const text = line(Object.values(row))
    const bytes = fault?.bytes ?? Buffer.from(text)
    pieces.push(bytes)
    if (fault) {
      planted.push({ line: at, field: fault.field, code: fault.code })
    } else {
      sound += 1
      if (row.id) ids.push(row.id)
    }
    at += bytes.toString('latin1').split('\n').length - 1
    // An accidental empty line.
    if (random() < 0.002) {
      pieces.push(Buffer.from('\r\n'))
      at += 1
    }
  }
  return { file: Buffer.concat(pieces), planted, sound }
}

/** Each makes a row invalid in one way. */
const flaws = (pick: <T>(from: readonly T[]) => T): Flaw[] => [
  (row) => {
    row.name = ''
    return { field: 'name', code: 'required' }
  },
  (row) => {
    row.name = '   '
    return { field: 'name', code: 'invalid_value' }
  },
  (row) => {
    row.name = 'Max\r\nMoritz'
    return { field: 'name', code: 'invalid_value' }
  },
  (row) => {
    row.status = pick(unknownStatuses)
    return { field: 'status', code: 'invalid_value' }
  },
  (row) => {
    row.categoryId = pick(wrongCategories)
    return { field: 'categoryId', code: row.categoryId === '' ? 'required' : 'invalid_type' }
  },
  (row, earlier) => {
    row.id = earlier.length > 0 ? pick(earlier) : 'A-1'
    return { field: 'id', code: earlier.length > 0 ? 'duplicate_row' : 'invalid_type' }
  },
  (row) => {
    row.name = pick(['Zoë', 'Chloé', 'Grüße'])
    row.notes = ''
    return {
      field: 'name',
      code: 'invalid_encoding',
      bytes: Buffer.from(line(Object.values(row)), 'latin1'),
    }
  },
  (row) => {
    row.notes = ''
    return { field: '', code: 'wrong_column_count', bytes: Buffer.from(`${row.id},Rex,3\r\n`) }
  },
  (row) => ({
    field: '',
    code: 'text_after_quote',
    bytes: Buffer.from(`${row.id},"Buddy" the second,3,available,\r\n`),
  }),
]

const line = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Numbers from 0 up to 1 (xorshift32). */
const generator = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

if (import.meta.main) process.stdout.write(makeIntake().file)
