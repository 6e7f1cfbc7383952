import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { linePattern, linesPattern } from '../../platform/http/patterns.ts'
import type { SignedContract } from '../orders/order.ts'
import { type PlaceholderName, placeholderNames } from './placeholder.ts'

export const documentKinds = ['contract', 'returnSlip'] as const

export const DocumentKind = Type.Unsafe<(typeof documentKinds)[number]>(
  Type.Enum([...documentKinds], {
    $id: 'DocumentKind',
    description: 'A document of an adoption: the contract or the return slip.',
  }),
)
export type DocumentKind = Static<typeof DocumentKind>

const title = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: linePattern,
  'x-rule': 'must be one line that is not blank, without control characters',
  description: 'Heading of the document. It may contain placeholders.',
  examples: ['Adoption contract'],
})

const text = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: linesPattern,
  'x-rule': 'must have no control characters but line breaks and tabs',
  description: 'Markdown with placeholders such as `{{adopter.name}}`. At most 10,000 characters and 100 placeholders.',
  examples: ['{{adopter.name}} takes **{{animal.name}}** home.'],
})

export const NewDocumentTemplate = Type.Object(
  { title, text },
  {
    $id: 'NewDocumentTemplate',
    additionalProperties: false,
    description: 'The template of a document.',
  },
)
export type DocumentTemplate = Static<typeof NewDocumentTemplate>

const template = Type.Optional(Type.Unsafe<DocumentTemplate>({ $ref: 'NewDocumentTemplate#' }))

export const NewDocumentTemplates = Type.Object(
  { contract: template, returnSlip: template },
  {
    $id: 'NewDocumentTemplates',
    additionalProperties: false,
    description: 'The templates of an account. An omitted template is reset to the default.',
  },
)
export type NewDocumentTemplates = Static<typeof NewDocumentTemplates>

export const ShownTemplate = Type.Object(
  {
    title: Type.String({ description: 'Heading of the document.' }),
    text: Type.String({ description: 'Markdown with placeholders.' }),
    isDefault: Type.Boolean({
      description: 'Whether it is the default template.',
    }),
  },
  { $id: 'DocumentTemplate', description: 'The template of a document.' },
)
export type ShownTemplate = Static<typeof ShownTemplate>

const shown = Type.Unsafe<ShownTemplate>({ $ref: 'DocumentTemplate#' })

const templateExample = {
  title: 'Adoption contract',
  text: '{{adopter.name}} takes **{{animal.name}}** home.',
  isDefault: false,
}

export const DocumentTemplates = Type.Object(
  {
    accountId: Int64({ description: 'Identifier of the account.', examples: [1] }),
    contract: shown,
    returnSlip: shown,
    placeholders: Type.Array(Type.Unsafe<PlaceholderName>({ $ref: 'Placeholder#' }), {
      maxItems: placeholderNames.length,
      description: 'The placeholders that a template may contain.',
    }),
  },
  {
    $id: 'DocumentTemplates',
    description: 'The templates of an account.',
    examples: [
      {
        accountId: 1,
        contract: templateExample,
        returnSlip: { ...templateExample, title: 'Return slip' },
        placeholders: ['animal.name', 'adopter.name'],
      },
    ],
  },
)
export type DocumentTemplates = Static<typeof DocumentTemplates>

export const TemplatePreview = Type.Object(
  { kind: Type.Unsafe<DocumentKind>({ $ref: 'DocumentKind#' }), title, text },
  {
    $id: 'TemplatePreview',
    additionalProperties: false,
    description: 'A template to preview before it is saved.',
  },
)
export type TemplatePreview = Static<typeof TemplatePreview>

const documentStates = ['draft', 'signed', 'notStored'] as const

export const PrintedDocument = Type.Object(
  {
    kind: Type.Unsafe<DocumentKind>({ $ref: 'DocumentKind#' }),
    title: Type.String({ description: 'Heading, as plain text.' }),
    html: Type.String({
      description:
        'The whole document as one HTML file of at most 1 MB, with its style, the logo and the photo. It is safe to ' +
        'show. Unknown values are lines to write on.',
    }),
    state: Type.Unsafe<(typeof documentStates)[number]>(
      Type.Enum([...documentStates], {
        description:
          '`signed`: the contract stored at the hand-over, which never changes. `draft`: rendered now. `notStored`: ' +
          'also rendered now, because the hand-over was before version 1.3, the first to store contracts.',
      }),
    ),
    signed: Type.Optional(Type.Unsafe<SignedContract>({ $ref: 'SignedContract#' })),
  },
  {
    $id: 'PrintedDocument',
    description: 'A document, ready to print.',
    examples: [
      {
        kind: 'contract',
        title: templateExample.title,
        state: 'draft',
        html: '<!doctype html><html lang="en-GB"><head><title>Adoption contract</title>...',
      },
    ],
  },
)
export type PrintedDocument = Static<typeof PrintedDocument>

export type DocumentChange = {
  kind: 'document templates changed'
  accountId: bigint
  /** The changed fields. */
  fields: readonly string[]
}
