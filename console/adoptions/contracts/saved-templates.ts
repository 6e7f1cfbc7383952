import type { DocumentTemplates } from '@adoption-store/client'

/** The templates of an account, with the ETag for a change. */
export type SavedTemplates = { templates: DocumentTemplates; etag: string | undefined }
