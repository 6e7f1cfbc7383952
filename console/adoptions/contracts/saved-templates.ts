import type { DocumentTemplates } from '@adoption-store/client'

/** The templates of an account, with the ETag that a change is checked against. */
export type SavedTemplates = { templates: DocumentTemplates; etag: string | undefined }
