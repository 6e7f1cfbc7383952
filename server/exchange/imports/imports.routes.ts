import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Static, Type } from 'typebox'
import { ownerFor } from '../../animals/pets/pet.ts'
import type { UploadSlots } from '../../animals/photos/upload-slots.ts'
import type { DueWorkChange } from '../../platform/due-work/due-work.ts'
import type { FileUpload } from '../../platform/http/file-upload.ts'
import { type HttpError, protocolError, validationFailed } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { linePattern } from '../../platform/http/patterns.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { prefersType } from '../../requests/api/media-type.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { noContent, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { planUploads } from '../../requests/plans/plan.ts'
import { parseMap } from '../animal-formats/animal-formats.ts'
import type { DetailedChange } from '../files/animal-details.service.ts'
import { otherKindOf } from '../files/file-kind.ts'
import type { ImportChange } from '../files/import-change.ts'
import { reportHeader, reportLine } from '../files/report-lines.ts'
import {
  Import,
  ImportOptions,
  ImportPath,
  ImportReport,
  ImportRun,
  ImportUndone,
  MAX_IMPORT_BYTES,
  readingOptions,
} from './import-job.ts'
import type { ImportsService } from './imports.service.ts'

type Changes = DetailedChange | ImportChange | DueWorkChange

type Deps = {
  imports: ImportsService
  uploadSlots: UploadSlots
  /** The folder for received files. */
  uploadFolder: string
  findAccount: (id: bigint) => Promise<object | undefined>
  idempotency: Pick<Idempotency<Changes>, 'once' | 'onceAfter'>
}

const accountId = Type.Optional(
  Int64({
    description:
      'The account of the imports. Default: your own account; for staff, the oldest one. Only staff and keys with ' +
      '`admin` can choose another account.',
  }),
)

const CreateImport = Type.Object(
  {
    fileName: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: linePattern,
        'x-rule': 'must be one line that is not blank, without control characters',
        description: 'The name of the file.',
        examples: ['animals.csv'],
      }),
    ),
    accountId,
    ...readingOptions,
    map: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description:
          'The fields of columns, such as `Animal Name=name,Type=species`. The fields are those of `ImportField`.',
        examples: ['Animal Name=name,Type=species'],
      }),
    ),
  },
  { additionalProperties: false },
)
type CreateImport = Static<typeof CreateImport>

const ListImports = Type.Object({ ...idPageParameters, accountId }, { additionalProperties: false })

const ReportPage = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 100,
        description: 'Maximum number of lines returned.',
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'The `position` of the last line seen.',
      }),
    ),
  },
  { additionalProperties: false },
)

const shared = { tag: 'Imports', stability: 'beta', scope: 'pets:write' } as const
const byAccept = ['vary', 'Accept']
const asItIsNow = { 200: { description: 'The updated import.', schema: Import } }

/** Imports of animals from files, by the importer of the command line. */
export const importOperations = (deps: Deps): Operation[] => {
  const { imports } = deps
  const upload: FileUpload = {
    mediaTypes: [
      'text/',
      'application/json',
      'application/x-ndjson',
      'application/octet-stream',
      'application/geo+json',
      // Browsers give it to CSV where Excel is installed.
      'application/vnd.ms-excel',
    ],
    maxBytes: MAX_IMPORT_BYTES,
    adviceFor: (mediaType) => {
      const other = otherKindOf(mediaType)
      return other && `The file cannot be imported: ${other}.`
    },
    folder: deps.uploadFolder,
  }
  return [
    operation({
      ...shared,
      id: 'createImport',
      method: 'POST',
      path: '/imports',
      summary: 'Upload a file to import',
      description:
        'Send a CSV or JSON file of up to 20 MB as the body, or as the field `file` of a form. It can be an export of this ' +
        'store or of another system, or any table. A file whose columns are recognised, or given by `from` or `map`, is checked at once: ' +
        'the status is `checking`, then `checked`. Otherwise it is `uploaded`: choose the columns with `POST ' +
        '/v1/imports/{importId}/check`. A check changes no animal. The file is stored until it is imported, for a day at most. An account has 2 ' +
        '(Free), 5 (Pro), 20 (Business) or 50 (Enterprise) such files at a time.',
      query: CreateImport,
      upload,
      requestHeaders: ['Idempotency-Key'],
      returns: { 201: { description: 'The import.', schema: Import } },
      errors: ['account_not_found', 'not_owner', 'too_many_imports', 'validation_failed'],
      example: {
        query: { fileName: 'animals.csv', from: 'shelterluv' },
        file: 'animals.csv',
        client: `const { id } = await store.imports.create({ path: 'animals.csv' }, { from: 'shelterluv' })\nconsole.log(id)`,
      },
      handle: (call) => create(deps, call),
    }),

    operation({
      ...shared,
      id: 'listImports',
      method: 'GET',
      path: '/imports',
      summary: 'List imports',
      description:
        'Returns the imports of the last 30 days, newest first, without their columns. Imports on the command line are not included.',
      query: ListImports,
      requestHeaders: ['Prefer'],
      returns: {
        200: {
          description: 'A page of imports.',
          schema: Type.Array(Import),
          headers: linkHeaders,
        },
      },
      errors: ['invalid_cursor', 'not_owner'],
      example: {
        client: `for await (const { id, status } of store.imports.list()) console.log(id, status)`,
      },
      handle: (call) => {
        const { caller, query } = call
        const owner = query.accountId ?? caller.accountId
        return listPage(call, {
          list: `imports ${owner}`,
          path: '/v1/imports',
          parameters: query.accountId === undefined ? {} : { accountId: String(owner) },
          read: ({ afterId: beforeId, limit }) => imports.list(caller, { accountId: owner, beforeId, limit }),
          count: () => imports.count(owner),
        })
      },
    }),

    operation({
      ...shared,
      id: 'getImport',
      method: 'GET',
      path: '/imports/{importId}',
      summary: 'Get an import',
      description: 'While its status is `checking` or `running`, poll every second or two.',
      params: ImportPath,
      returns: { 200: { description: 'The import.', schema: Import } },
      errors: ['import_not_found'],
      example: {
        path: { importId: '1' },
        client: `const { status, check } = await store.imports.get(1)\nconsole.log(status, check?.added, check?.refused)`,
      },
      handle: async ({ caller, params }) => resource(await imports.get(caller, params.importId)),
    }),

    operation({
      ...shared,
      id: 'checkImport',
      method: 'POST',
      path: '/imports/{importId}/check',
      summary: 'Check an import',
      description:
        'Computes the result of each row without changing any animal. The body replaces all options. Omitted options ' +
        'get their defaults or the recognised values. In 24 hours, an account can check 100,000 (Free), 400,000 ' +
        '(Pro), 2,000,000 (Business) or 40,000,000 (Enterprise) rows. A check counts as at least one row for each 1,000 ' +
        'bytes of the file.',
      params: ImportPath,
      body: ImportOptions,
      isBodyOptional: true,
      requestHeaders: ['Idempotency-Key'],
      returns: asItIsNow,
      errors: ['import_not_found', 'import_not_ready', 'too_many_imports'],
      example: {
        path: { importId: '1' },
        body: { map: [{ column: 'Animal Name', field: 'name' }], dateOrder: 'mdy' },
        client: `await store.imports.check(1, {\n  map: [{ column: 'Animal Name', field: 'name' }],\n  dateOrder: 'mdy',\n})`,
      },
      handle: (call) => once(deps, call, (trx) => imports.check(trx, call, call.params.importId, call.body ?? {})),
    }),

    operation({
      ...shared,
      id: 'runImport',
      method: 'POST',
      path: '/imports/{importId}/run',
      summary: 'Run an import',
      description:
        'Imports the rows of a `checked` file. Each row is imported once, even if the server restarts. A file that ' +
        'was imported before needs `again`. In 24 hours, an account can import 25,000 (Free), 100,000 (Pro), 500,000 ' +
        '(Business) or 10,000,000 (Enterprise) rows.',
      params: ImportPath,
      body: ImportRun,
      isBodyOptional: true,
      requestHeaders: ['Idempotency-Key'],
      returns: asItIsNow,
      errors: ['already_imported', 'import_not_found', 'import_not_ready', 'too_many_imports'],
      example: {
        path: { importId: '1' },
        body: {},
        client: `await store.imports.run(1)`,
      },
      handle: (call) => once(deps, call, (trx) => imports.run(trx, call, call.params.importId, call.body ?? {})),
    }),

    operation({
      ...shared,
      id: 'undoImport',
      right: 'pets:delete',
      method: 'POST',
      path: '/imports/{importId}/undo',
      summary: 'Undo an import',
      description:
        'Removes the animals that an import added and restores those that it changed. Possible once, within 24 ' +
        'hours. Animals that have been changed or requested since are not undone. The server continues after a lost ' +
        'connection or a restart: send the request again, with the same `Idempotency-Key`, to wait for the result.',
      params: ImportPath,
      requestHeaders: ['Idempotency-Key'],
      returns: { 200: { description: 'The result.', schema: ImportUndone } },
      errors: ['import_not_found', 'import_not_ready', 'undo_not_possible'],
      example: {
        path: { importId: '1' },
        client: `const { removed, restored, kept } = await store.imports.undo(1)\nconsole.log(removed, restored, kept)`,
      },
      handle: (call) => undo(deps, call),
    }),

    operation({
      ...shared,
      id: 'getImportReport',
      method: 'GET',
      path: '/imports/{importId}/report',
      summary: 'Get the report of an import',
      description:
        'Returns a line for each rejected row and each omitted value, from the run or, before it, from the check. ' +
        'With `Accept: text/csv` the response is the whole report as CSV.',
      params: ImportPath,
      query: ReportPage,
      returns: { 200: { description: 'Part of the report.', schema: ImportReport, hasCsv: true } },
      errors: ['import_not_found'],
      example: {
        path: { importId: '1' },
        client: `const { count, lines } = await store.imports.report(1)\nconsole.log(count, lines[0]?.message)`,
      },
      handle: async ({ caller, params: { importId }, query, headers }) => {
        const { after = 0, limit = 100 } = query
        const report = await imports.report(caller, importId, { after, limit })
        return prefersType(headers.accept, 'text/csv')
          ? csvReport(imports, importId)
          : resource(report, { headers: byAccept })
      },
    }),

    operation({
      ...shared,
      id: 'removeImport',
      method: 'DELETE',
      path: '/imports/{importId}',
      summary: 'Delete an import',
      description: 'Deletes an import that is not running and was not run, with its file.',
      params: ImportPath,
      returns: { 204: { description: 'Deleted.' } },
      errors: ['import_not_found', 'import_not_ready'],
      example: { path: { importId: '1' }, client: `await store.imports.remove(1)` },
      handle: async (call) => {
        await imports.remove(call, call.params.importId)
        return noContent
      },
    }),
  ]
}

type Transaction = Trx<Changes>

/** Queues a step in the transaction that stores its response. */
const once = async (
  { idempotency }: Deps,
  call: Call<unknown, unknown, unknown>,
  step: (trx: Transaction) => Promise<Import>,
): Promise<Reply> => {
  return idempotency.once(call, call.caller, async (trx) => ({
    status: 200,
    body: stringifyJson(await step(trx)),
  }))
}

/** A repetition waits for the same result as the first request. */
const undo = async (
  { imports, idempotency }: Deps,
  call: Call<{ importId: bigint }, unknown, unknown>,
): Promise<Reply> => {
  const { importId } = call.params
  const reply = await idempotency.once(call, call.caller, async (trx) => {
    await imports.queueUndo(trx, call, importId)
    return { status: 200, body: stringifyJson({ importId }) }
  })
  const undone = await imports.undone(importId)
  return undone ? resource(undone, { headers: reply.headers ?? [] }) : reply
}

/** The file is read after everything else is validated. */
const create = async (
  { imports, uploadSlots, findAccount, idempotency }: Deps,
  call: Call<undefined, CreateImport>,
): Promise<Reply> => {
  const { caller, address, query } = call
  const owner = await ownerFor({ caller, query }, findAccount)
  const { fileName = '', accountId: _, map, ...options } = query
  const given: ImportOptions = { ...options, ...(map !== undefined && { map: mapOf(map) }) }
  await imports.checkRoom(caller.plan, owner.accountId)
  const account = String(caller.accountId)
  const most = planUploads[caller.plan]
  using slot = await call.beforeFile(() => uploadSlots({ account, address, most }))
  await using file = await call.receiveFile(slot)
  slot.complete()
  if (file.bytes === 0) throw emptyFile()
  const { accountId: ownerId } = owner
  const { sha256, bytes } = file
  const { author, headers, method, url } = call
  const request = { caller, author, headers, method, url, address, body: { sha256, bytes } }
  let receivedId: bigint | undefined
  try {
    const reply = await idempotency.onceAfter(
      request,
      caller,
      async () => {
        const received = { accountId: ownerId, fileName, options: given, file }
        const stored = await imports.receive(call, received)
        receivedId = stored.id
        return stored
      },
      async (trx, received) => {
        const made = await imports.create(trx, call, received)
        const location = `/v1/imports/${made.id}`
        return { status: 201, location, body: stringifyJson(made) }
      },
    )
    return reply
  } finally {
    // Nothing remains of a file that was not needed: the limit was reached, or another replica got the request too.
    if (receivedId !== undefined) await imports.discard(receivedId).catch(() => {})
  }
}

const emptyFile = (): HttpError => validationFailed([{ field: 'file', code: 'required', message: 'must not be empty' }])

const mapOf = (text: string): NonNullable<ImportOptions['map']> => {
  const rules = parseMap(text)
  if (!('fault' in rules)) return rules.map(({ from, to }) => ({ column: from, field: to }))
  throw protocolError('invalid_parameter', {
    errors: [{ field: 'map', code: 'invalid_value', message: rules.fault }],
  })
}

const csvReport = (imports: ImportsService, importId: bigint): Reply => {
  const text = async function* () {
    yield reportHeader
    for await (const lines of imports.reportLines(importId)) yield lines.map(reportLine).join('')
  }
  return {
    status: 200,
    type: 'text/csv; charset=utf-8',
    headers: [...byAccept, 'content-disposition', `attachment; filename="import-${importId}-report.csv"`],
    noStore: true,
    // A client that disconnects ends it.
    stream: (response) => void pipeline(Readable.from(text()), response).catch(() => {}),
  }
}
