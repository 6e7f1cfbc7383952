import { isDeepStrictEqual } from 'node:util'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type Fault, protocolError, validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, checkOwner, isOwner, visibleAccount } from '../../requests/access/ownership.ts'
import type { Partly } from '../../requests/api/operation.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { orderError } from '../orders/order.errors.ts'
import { isOpen, type Order, type OwnedOrder, type SignedContract } from '../orders/order.ts'
import { documentError } from './document.errors.ts'
import { documentHtml } from './document.html.ts'
import {
  type DocumentChange,
  type DocumentKind,
  type DocumentTemplates,
  documentKinds,
  type NewDocumentTemplates,
  type PrintedDocument,
  type ShownTemplate,
  type TemplatePreview,
} from './document.ts'
import { type DocumentSources, findSignatory, readDocumentData, renderDocument } from './document-data.ts'
import type { DocumentImages } from './document-images.ts'
import { documentTexts } from './document-texts.ts'
import { valuesOf } from './document-values.ts'
import { findTemplates, type OwnTemplates, replaceTemplates } from './documents.repository.ts'
import { canSignTogether, jointContract } from './joint-contract.ts'
import { placeholderNames } from './placeholder.ts'
import { sampleAdoption } from './sample-adoption.ts'
import { findPrintedWriting, findSignedContract, notePrintedWriting } from './signed-contracts.repository.ts'
import { templateIssues } from './template-text.ts'
import type { Writing } from './writing.ts'

type Query = Trx['query']

type Deps = {
  database: Database<DocumentChange, Author>
  accounts: Pick<AccountsService, 'find'>
  findOrder: (query: Query, id: bigint, viewer: bigint | undefined) => Promise<OwnedOrder | undefined>
  sources: DocumentSources
  images: DocumentImages
  clock: Pick<Clock, 'nowMs'>
  /** Nothing may be written now. */
  isReadOnly: () => boolean
}

export type DocumentsService = ReturnType<typeof documentsService>

/** Contracts and return slips, from the templates of the account that the animal belongs to. */
export const documentsService = (deps: Deps) => {
  const { database, accounts, sources, images, clock } = deps
  const { read } = database

  const checkAccount = async (actor: Actor, accountId: bigint): Promise<void> => {
    const isTheirs = isOwner(actor, accountId) && (await accounts.find(accountId)) !== undefined
    if (!isTheirs) throw accountError('account_not_found')
  }

  const signed = async (orderId: bigint, proof: SignedContract): Promise<PrintedDocument> => {
    const stored = await findSignedContract(read, orderId)
    // Retention has erased the contract, but not yet the order.
    if (!stored) throw documentError('customer_erased')
    return { kind: 'contract', ...stored, state: 'signed', signed: proof }
  }

  /** The contract is signed in the language in which it was printed last. */
  const noteWriting = async (orderId: bigint, writing: Writing): Promise<void> => {
    const last = await findPrintedWriting(read, orderId)
    if (deps.isReadOnly() || isDeepStrictEqual(last, writing)) return
    await database.write(async ({ query }) => notePrintedWriting(query, orderId, writing))
  }

  /** Throws `invalid_parameter` if one contract cannot cover both orders. */
  const findOther = async (actor: Actor, found: OwnedOrder, id: bigint): Promise<OwnedOrder> => {
    const other = await deps.findOrder(read, id, visibleAccount(actor))
    if (other && canSignTogether(found, other)) return other
    const message =
      'must be another order of the same person, and both must be placed or approved orders for your animals'
    throw protocolError('invalid_parameter', {
      errors: [{ field: 'with', code: 'invalid_value', message }],
    })
  }

  return {
    /**
     * Throws `account_not_found` for an account that `actor` may not act for, as for an unknown
     * one. Defaults are in the language of `locale`.
     */
    async templates(actor: Actor, accountId: bigint, locale: string): Promise<DocumentTemplates> {
      await checkAccount(actor, accountId)
      return shownTemplates(accountId, await findTemplates(read, accountId), locale)
    },

    /** Throws `account_not_found`, `precondition_failed`, and `validation_failed` for unknown placeholders. */
    async putTemplates(
      { caller, author }: By<Actor>,
      accountId: bigint,
      templates: NewDocumentTemplates,
      { ifMatch, locale }: { ifMatch: string | undefined; locale: string },
    ): Promise<DocumentTemplates> {
      await checkAccount(caller, accountId)
      const issues = templatesIssues(templates)
      if (issues.length > 0) throw validationFailed(issues)
      return database.writeAs(author, async (trx) => {
        await trx.lock('accounts', accountId)
        const before = await findTemplates(trx.query, accountId)
        checkIfMatch(ifMatch, shownTemplates(accountId, before, locale))
        const after = written(templates, locale)
        if (!isDeepStrictEqual(before, after)) {
          await replaceTemplates(trx.query, accountId, after, clock.nowMs())
          const fields = changedFields(before, after)
          trx.record({ kind: 'document templates changed', accountId, fields })
        }
        return shownTemplates(accountId, after, locale)
      })
    },

    /** Throws `account_not_found`, and `validation_failed` for unknown placeholders. */
    async preview(
      actor: Actor,
      accountId: bigint,
      { kind, ...template }: TemplatePreview,
      writing: Writing,
    ): Promise<PrintedDocument> {
      await checkAccount(actor, accountId)
      const issues = templateIssues(template, '')
      if (issues.length > 0) throw validationFailed(issues)
      const organization = await findSignatory(read, sources, accountId)
      const { locale } = writing
      const sample = sampleAdoption(clock.nowMs(), locale)
      const values = valuesOf({ ...sample, organization }, writing)
      return { kind, ...(await documentHtml({ template, values, locale })), state: 'draft' }
    },

    /**
     * Throws `order_not_found`, `not_owner` for an order for another account's animal,
     * `customer_erased`, and `document_not_available` if orders with this status have no such
     * document. With another order, it is one contract for both.
     */
    async print(
      actor: Actor,
      orderId: bigint,
      kind: DocumentKind,
      writing: Writing,
      { isChosen, otherId }: { isChosen: boolean; otherId?: bigint | undefined },
    ): Promise<PrintedDocument> {
      const found = await deps.findOrder(read, orderId, visibleAccount(actor))
      if (!found) throw orderError('order_not_found')
      const { order, ownerId } = found
      checkOwner(actor, ownerId)
      checkStatus(order, kind)
      if (!order.customer) throw documentError('customer_erased')
      const other = otherId === undefined ? undefined : await findOther(actor, found, otherId)
      if (kind === 'contract' && order.contract) return signed(order.id, order.contract)
      const isHandedOver = !isOpen(order.status)
      // Callers that can only read must not choose the language of the signed contract.
      const mayChoose = isChosen && actor.scopes.has('orders:write')
      if (kind === 'contract' && mayChoose && !isHandedOver) {
        for (const one of other ? [found, other] : [found]) await noteWriting(one.order.id, writing)
      }
      const readData = (owned: OwnedOrder) =>
        readDocumentData(read, sources, owned, { kind, writing, nowMs: clock.nowMs() })
      const own = await readData(found)
      const data = other ? jointContract(own, await readData(other)) : own
      const isUnsignedCopy = kind === 'contract' && isHandedOver
      const document = await renderDocument(data, images, { isUnsignedCopy })
      return { kind, ...document, state: isUnsignedCopy ? 'notStored' : 'draft' }
    },
  }
}

const statusesOf = {
  contract: ['placed', 'approved', 'delivered', 'returned'],
  returnSlip: ['delivered', 'returned'],
} as const satisfies Record<DocumentKind, readonly Order['status'][]>

const checkStatus = ({ status }: Order, kind: DocumentKind): void => {
  if (statusesOf[kind].some((one) => one === status)) return
  const name = kind === 'contract' ? 'contract' : 'return slip'
  throw documentError('document_not_available', {
    message: `An order that is ${status} has no ${name}.`,
  })
}

export const templatesIssues = (templates: Partly<NewDocumentTemplates>): Fault[] =>
  documentKinds.flatMap((kind) => {
    const template = templates[kind]
    return template ? templateIssues(template, `${kind}.`) : []
  })

/** The templates that differ from the defaults. */
const written = (templates: NewDocumentTemplates, locale: string): OwnTemplates =>
  Object.fromEntries(
    documentKinds.flatMap((kind) => {
      const template = templates[kind]
      return template && !isDeepStrictEqual(template, documentTexts(locale).templates[kind]) ? [[kind, template]] : []
    }),
  )

const shownTemplates = (accountId: bigint, own: OwnTemplates, locale: string): DocumentTemplates => ({
  accountId,
  contract: shown('contract', own, locale),
  returnSlip: shown('returnSlip', own, locale),
  placeholders: placeholderNames,
})

const shown = (kind: DocumentKind, { [kind]: own }: OwnTemplates, locale: string): ShownTemplate => ({
  ...(own ?? documentTexts(locale).templates[kind]),
  isDefault: own === undefined,
})
