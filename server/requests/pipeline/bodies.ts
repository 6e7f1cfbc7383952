import { bodyFault, readBody } from '../../platform/http/body.ts'
import { type FileUpload, uploadFault } from '../../platform/http/file-upload.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Presented } from '../access/callers.ts'
import type { Step } from './exchange.ts'

// The steps that receive what a request carries. A GET takes none of them.

export const receiveBody: Step = (exchange) => {
  const { request, response, route } = exchange
  const fault = bodyFault(request, route?.operation.takes)
  if (fault) throw fault
  return readBody(request, response).then((body): undefined => {
    exchange.body = body
  })
}

/** The file itself is read when everything else is known to be right. */
export const checkUpload =
  (upload: FileUpload): Step =>
  ({ request }) => {
    const fault = uploadFault(request, upload)
    if (fault) throw fault
  }

/** A key in the body: whatever is wrong with that is said once the limits are known, as of any other request. */
export const receiveKey =
  (keyIn: (body: unknown) => string, presentedKey: (key: string) => Presented): Step =>
  async (exchange) => {
    if (exchange.error) return undefined
    try {
      await receiveBody(exchange)
      exchange.body = exchange.route?.checkBody?.(exchange.body)
      exchange.presented = presentedKey(keyIn(exchange.body))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      exchange.bodyError = error
    }
    return undefined
  }

export const reportBody: Step = ({ bodyError }) => {
  if (bodyError) throw bodyError
}
