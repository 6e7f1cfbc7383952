import { randomUUID } from 'node:crypto'
import type { Message } from './mail-sender.ts'
import { htmlText, plainText } from './mail-text.ts'

/** A test message. */
export const testMessage = (address: string, from: { name: string; address: string }, dateMs: number): Message => {
  const text = [`This is a test mail of ${from.name}. Mail works.`]
  return {
    from,
    to: { name: '', address },
    replyTo: undefined,
    dateMs,
    subject: `Test mail of ${from.name}`,
    text: plainText(text),
    html: htmlText(text, 'en'),
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  }
}
