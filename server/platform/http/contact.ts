import { Type } from 'typebox'
import { textCheck } from './checked-schema.ts'
import { emailPattern, phonePattern } from './patterns.ts'

type Docs = { description: string; examples: string[] }

/** The longest address that mail can be sent to (RFC 5321 section 4.5.3.1). */
const MAX_EMAIL_LENGTH = 254

const matchesEmail = textCheck(emailPattern)

/** Whether it is a single email address. Whether the mailbox exists shows when mail is sent to it. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && matchesEmail(text)

/** An email address, kept exactly as sent. */
export const Email = (docs: Docs) =>
  Type.String({
    maxLength: MAX_EMAIL_LENGTH,
    pattern: emailPattern,
    'x-rule': 'must be an email address',
    ...docs,
  })

/** Describes `phonePattern`: each sign between the colon and the word "and" may stand in every position. */
export const phoneRule =
  'must be a telephone number of at least three digits, which may also have spaces, + - ( ) [ ] . , / # * and, at the end, an extension such as ext. 12'

/** A telephone number, kept exactly as sent. */
export const Phone = (docs: Docs) =>
  Type.String({
    maxLength: 32,
    pattern: phonePattern,
    'x-rule': phoneRule,
    ...docs,
  })
