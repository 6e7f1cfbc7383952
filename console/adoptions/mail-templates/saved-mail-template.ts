import type { MailTemplate } from '@adoption-store/client'

/** A template, with the ETag for a change. */
export type SavedMailTemplate = { template: MailTemplate; etag: string | undefined }
