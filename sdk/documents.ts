import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, PostOptions, ReadOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  ContractQuery,
  DocumentQuery,
  DocumentTemplates,
  DocumentTemplatesQuery,
  NewDocumentTemplates,
  PreviewQuery,
  PrintedDocument,
  TemplatePreview,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for the printed documents of adoptions. */
export type DocumentCalls = ReturnType<typeof documentCalls>

export const documentCalls = (send: Send) => ({
  /**
   * Gets the adoption contract of an order for one of your animals, or for two that the same person adopts. Throws
   * `order_not_found`, `not_owner`, `customer_erased`, `document_not_available`.
   */
  contract: (orderId: Int64, query?: ContractQuery, options?: ReadOptions): Call<PrintedDocument> =>
    send({ operation: 'getContract', path: `/store/orders/${inPath(orderId)}/contract`, query }, options),

  /** Gets the return slip of an order. Throws like `contract`. */
  returnSlip: (orderId: Int64, query?: DocumentQuery, options?: ReadOptions): Call<PrintedDocument> =>
    send({ operation: 'getReturnSlip', path: `/store/orders/${inPath(orderId)}/return-slip`, query }, options),

  /** Gets the templates of your documents. Throws `account_not_found`. */
  templates: (query?: DocumentTemplatesQuery, options?: ReadOptions): Call<DocumentTemplates> =>
    send({ operation: 'getDocumentTemplates', path, query }, options),

  /**
   * Replaces both templates. An omitted template is reset to the default. Throws `validation_failed` for unknown
   * placeholders, `account_not_found`, `precondition_failed`.
   */
  putTemplates: (
    templates: NewDocumentTemplates,
    query?: DocumentTemplatesQuery,
    options?: ChangeOptions,
  ): Call<DocumentTemplates> =>
    send({ operation: 'putDocumentTemplates', method: 'PUT', path, query, body: templates }, options),

  /** Renders a template with sample data. Throws like `putTemplates`. */
  preview: (template: TemplatePreview, query?: PreviewQuery, options?: PostOptions): Call<PrintedDocument> =>
    send(
      {
        operation: 'previewDocument',
        method: 'POST',
        path: `${path}/preview`,
        query,
        body: template,
      },
      options,
    ),
})

const path = '/document-templates'
