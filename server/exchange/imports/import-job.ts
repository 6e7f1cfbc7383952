import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { dateOrders, weightUnits } from '../animal-formats/animal-fields.ts'
import { placeNames } from '../animal-formats/animal-format.ts'
import { systems } from '../animal-formats/animal-formats.ts'
import { encodings, formats } from '../files/file-format.ts'

export const MAX_IMPORT_BYTES = 20_000_000
/** Larger files must be imported on the command line. */
export const MAX_IMPORT_ROWS = 100_000
/** How long a file that is not imported is stored. */
export const FILE_MS = 86_400_000
export const MAX_EXAMPLES = 5
/** The most lines of a report that are stored; further ones are only counted. */
export const MAX_REPORT_LINES = 100_000

const importStatuses = [
  ...(['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'undone'] as const),
] as const
export type ImportStatus = (typeof importStatuses)[number]

const ImportField = Type.Enum([...placeNames], {
  $id: 'ImportField',
  description: 'The meaning of a column of a file.',
})

const ColumnField = Type.Object(
  {
    column: Type.String({ minLength: 1, maxLength: 500, description: 'The name of the column.' }),
    field: Type.Unsafe<(typeof placeNames)[number]>({ $ref: 'ImportField#' }),
  },
  { additionalProperties: false },
)

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

/** The options for reading a file, which are query parameters too. */
export const readingOptions = {
  format: Type.Optional(
    Type.Unsafe<(typeof formats)[number]>(Type.Enum([...formats], { description: 'If omitted, it is detected.' })),
  ),
  from: Type.Optional(
    Type.Unsafe<(typeof systems)[number]>(
      Type.Enum([...systems], {
        description: 'The system that the file comes from. If omitted, it is detected.',
      }),
    ),
  ),
  encoding: Type.Optional(
    Type.Unsafe<(typeof encodings)[number]>(
      Type.Enum([...encodings], {
        description:
          'Encoding of a file without a byte order mark. If omitted, it is UTF-8, or the first one of `encodings` of ' +
          'the import. `latin1` is read as `windows-1252`.',
      }),
    ),
  ),
  dateOrder: Type.Optional(
    Type.Unsafe<(typeof dateOrders)[number]>(
      Type.Enum([...dateOrders], { description: 'The order of day and month in 3/4/2024.' }),
    ),
  ),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      pattern: '^[A-Z]{3}$',
      'x-rule': 'must be an ISO 4217 code such as EUR',
      description: 'ISO 4217 code for fees without a currency.',
      examples: ['EUR'],
    }),
  ),
  weightUnit: Type.Optional(
    Type.Unsafe<(typeof weightUnits)[number]>(
      Type.Enum([...weightUnits], { description: 'Unit for weights without a unit.' }),
    ),
  ),
  drafts: flag('Do not publish animals.'),
  withDeparted: flag('Import animals that died, moved or went home, as drafts that are `sold`.'),
  withoutIds: flag('Import animals without an id, which a second import would add again.'),
  withoutWebhooks: flag('Do not send events of the import to webhooks.'),
}

export const ImportOptions = Type.Object(
  {
    ...readingOptions,
    map: Type.Optional(
      Type.Array(ColumnField, {
        minItems: 1,
        maxItems: 200,
        description:
          "The meaning of each column. With `from`, it takes precedence over the system's columns. Without `from`, " +
          'other columns are ignored.',
      }),
    ),
  },
  {
    $id: 'ImportOptions',
    additionalProperties: false,
    description: 'How a file is read.',
    examples: [
      {
        from: 'shelterluv',
        dateOrder: 'mdy',
        currency: 'USD',
        map: [{ column: 'Nickname', field: 'name' }],
      },
    ],
  },
)
export type ImportOptions = Static<typeof ImportOptions>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const FieldCount = Type.Object({ field: Type.String(), rows: Type.Integer({ minimum: 0 }) })
const Example = Type.Object({
  line: Type.Integer({ description: 'Its line; in JSON, the number of the animal.' }),
  name: Type.String({ description: 'Empty if the row has no readable name.' }),
  reason: Type.Optional(Type.String({ description: 'Why it was rejected or left out.' })),
})
const examples = Type.Array(Example)

export const ImportSummary = Type.Object(
  {
    rows: count('Rows with animals: the sum of the next five numbers.'),
    added: count('New animals.'),
    updated: count('Changed animals.'),
    unchanged: count('Animals that already match the file.'),
    refused: count('Rows that cannot be read as an animal.'),
    leftOut: count('Animals that left without being adopted, and are not in the store.'),
    markedAsLeft: count('Of the updated animals, those that have left: they are unpublished and `sold`.'),
    published: count('Animals that are published and not `sold`: they appear on the site at once.'),
    valuesLeftOut: count('Omitted values. The report lists each.'),
    departed: Type.Array(Type.Object({ status: Type.String(), animals: Type.Integer({ minimum: 0 }) }), {
      description: 'The animals that have left, by their status in the file.',
    }),
    noPlace: Type.Array(FieldCount, { description: 'Columns without a corresponding field.' }),
    converted: Type.Array(FieldCount, { description: 'Columns whose values were converted.' }),
    headerRows: count('Further rows that repeat the header.'),
    otherRows: count('Other rows without an animal.'),
    mergedRows: count('Rows that another row of the same animal replaces. The report lists them.'),
    statusAssumed: count('Animals without a status, imported as available.'),
    withoutIds: count('Animals without an id. A second import would add them again.'),
    photosNamed: count('URLs of photos. Only the command line fetches them.'),
    examples: Type.Object(
      {
        added: examples,
        updated: examples,
        unchanged: examples,
        refused: examples,
        leftOut: examples,
      },
      { description: 'The first few rows of each kind.' },
    ),
  },
  { $id: 'ImportSummary', description: 'The results for the rows of a file.' },
)
export type ImportSummary = Static<typeof ImportSummary>
export type ImportExamples = ImportSummary['examples']

const ImportColumn = Type.Object({
  name: Type.String(),
  field: Type.Optional(
    Type.String({
      description: 'The recognised field, which the values confirm; absent if there is none.',
    }),
  ),
  samples: Type.Array(Type.String(), {
    maxItems: 3,
    description: 'Up to three values of the column.',
  }),
  looksLikeId: Type.Optional(
    Type.Boolean({
      description:
        'Whether it may have the ids of the animals, by which a later file finds them. Only if no column has the field ' +
        '`externalId`: ask a person.',
    }),
  ),
})
export type ImportColumn = Static<typeof ImportColumn>

const EncodingGuess = Type.Object({
  encoding: Type.Unsafe<(typeof encodings)[number]>(Type.Enum([...encodings])),
  samples: Type.Array(Type.String(), {
    maxItems: 5,
    description: 'Up to five words of the file, as they read in this encoding.',
  }),
})

const time = (description: string) => Type.String({ format: 'date-time', description })

const summaryExample = {
  rows: 3,
  added: 2,
  updated: 0,
  unchanged: 0,
  refused: 0,
  leftOut: 1,
  markedAsLeft: 0,
  published: 2,
  valuesLeftOut: 1,
  departed: [{ status: 'Died', animals: 1 }],
  noPlace: [{ field: 'Kennel', rows: 3 }],
  converted: [],
  headerRows: 0,
  otherRows: 0,
  mergedRows: 0,
  statusAssumed: 0,
  withoutIds: 0,
  photosNamed: 0,
  examples: {
    added: [{ line: 2, name: 'Biscuit' }],
    updated: [],
    unchanged: [],
    refused: [],
    leftOut: [{ line: 4, name: 'Rex', reason: 'Died' }],
  },
} satisfies ImportSummary

/** An import as shown. */
export const Import = Type.Object(
  {
    id: Int64({ description: 'Identifier of the import.' }),
    accountId: Int64({ description: 'The account whose animals are imported.' }),
    status: Type.Unsafe<ImportStatus>(
      Type.Enum([...importStatuses], {
        description:
          '`uploaded`: choose how to read the file; see `problem` and `columns`. `checking` and `running`: poll ' +
          'again shortly. `checked`: it can be run. `failed`: it ended early, and the imported rows can be undone.',
      }),
    ),
    fileName: Type.String({ description: 'The first name; empty if there was none.' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the file.' }),
    options: Type.Unsafe<ImportOptions>({ $ref: 'ImportOptions#' }),
    columns: Type.Array(ImportColumn, {
      maxItems: 200,
      description: 'The columns of the file, up to 200. Empty in lists.',
    }),
    encodings: Type.Optional(
      Type.Array(EncodingGuess, {
        description:
          'The encodings that a file may have that is not UTF-8, the likeliest first. It is read in the first one ' +
          'until `options.encoding` is sent. Ask a person which words are right. Absent for UTF-8, in lists, and once ' +
          'an encoding was chosen.',
      }),
    ),
    progress: Type.Object({
      rows: Type.Integer({
        minimum: 0,
        description: 'Rows that the check or the run has processed.',
      }),
      totalRows: Type.Optional(Type.Integer({ minimum: 0, description: 'Rows of the file, once they are counted.' })),
    }),
    check: Type.Optional(Type.Unsafe<ImportSummary>({ $ref: 'ImportSummary#' })),
    result: Type.Optional(Type.Unsafe<ImportSummary>({ $ref: 'ImportSummary#' })),
    undone: Type.Optional(
      Type.Object({
        removed: Type.Integer({ minimum: 0 }),
        restored: Type.Integer({ minimum: 0 }),
        kept: Type.Integer({ minimum: 0 }),
      }),
    ),
    problem: Type.Optional(Type.String({ description: 'A readable reason why the last check or the run failed.' })),
    importedBefore: Type.Optional(
      Int64({ description: 'A finished import of exactly the same file with the same options.' }),
    ),
    createdAt: time('When the file was received.'),
    updatedAt: time('When the import last changed.'),
    finishedAt: Type.Optional(time('When the run ended.')),
    undoUntil: Type.Optional(time('The time until which it can be undone.')),
  },
  {
    $id: 'Import',
    description: 'An import of a file of animals.',
    examples: [
      {
        id: 12,
        accountId: 1,
        status: 'checked',
        fileName: 'animals.csv',
        bytes: 40_000,
        options: { format: 'csv', from: 'shelterluv' },
        columns: [
          { name: 'Animal ID', field: 'externalId', samples: ['A1', 'A2', 'A3'] },
          { name: 'Kennel', samples: ['12'] },
        ],
        progress: { rows: 3, totalRows: 3 },
        check: summaryExample,
        createdAt: '2026-11-26T09:00:00.000Z',
        updatedAt: '2026-11-26T09:00:02.000Z',
      },
    ],
  },
)
export type Import = Static<typeof Import>

export const ImportRun = Type.Object(
  {
    again: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Import a file that was imported before. Rows without an id are added again.',
      }),
    ),
  },
  { $id: 'ImportRun', additionalProperties: false, description: 'Options to run an import.' },
)

export const ImportUndone = Type.Object(
  {
    removed: Type.Integer({
      minimum: 0,
      description: 'Animals that the import had added and that were removed.',
    }),
    restored: Type.Integer({
      minimum: 0,
      description: 'Animals that the import had changed and that were restored.',
    }),
    kept: Type.Array(
      Type.Object({
        petId: Int64({ description: 'An animal that could not be undone.' }),
        reason: Type.String(),
      }),
    ),
  },
  {
    $id: 'ImportUndone',
    description: 'The result of undoing an import.',
    examples: [{ removed: 40, restored: 2, kept: [{ petId: 7, reason: 'it was changed since' }] }],
  },
)

const ReportLine = Type.Object({
  position: Type.Integer({ minimum: 1, description: 'Its position in the report.' }),
  line: Type.Integer({ description: 'Line of the file; in JSON, the number of the animal.' }),
  field: Type.String({ description: 'Empty for the whole row.' }),
  code: Type.String(),
  message: Type.String(),
  value: Type.String({ description: 'The value in the file.' }),
})
export type ReportLine = Static<typeof ReportLine>

export const ImportReport = Type.Object(
  {
    count: count('Lines of the whole report.'),
    isTruncated: Type.Boolean({
      description: 'Whether there are more than 100,000 lines, which is the maximum stored.',
    }),
    lines: Type.Array(ReportLine, { maxItems: 100 }),
  },
  {
    $id: 'ImportReport',
    description: 'The rejected rows and omitted values.',
    examples: [
      {
        count: 1,
        isTruncated: false,
        lines: [
          {
            position: 1,
            line: 7,
            field: 'Weight',
            code: 'not_imported',
            message: 'is a range',
            value: '45-50 lbs',
          },
        ],
      },
    ],
  },
)

export const ImportPath = Type.Object(
  { importId: Int64({ description: 'Identifier of the import.' }) },
  { 'x-not-found': 'import_not_found' },
)

export const importSchemas = [ImportField, ImportOptions, ImportSummary, Import, ImportRun, ImportUndone, ImportReport]
