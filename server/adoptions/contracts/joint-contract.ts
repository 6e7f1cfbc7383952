import { isOpen, type OwnedOrder } from '../orders/order.ts'
import type { DocumentData } from './document-data.ts'
import { type DocumentValues, placeholders, type ValueName } from './placeholder.ts'

/** Whether one contract can cover both orders: the same person adopts animals of one account. */
export const canSignTogether = (one: OwnedOrder, other: OwnedOrder): boolean =>
  one.order.id !== other.order.id &&
  one.ownerId === other.ownerId &&
  isOpen(one.order.status) &&
  isOpen(other.order.status) &&
  one.order.customer !== undefined &&
  one.order.customer.email.toLowerCase() === other.order.customer?.email.toLowerCase()

/** A contract for two animals, without their photos. */
export const jointContract = (first: DocumentData, second: DocumentData): DocumentData => ({
  ...first,
  values: joinValues(first.values, second.values, first.locale),
  animals: [first.values, second.values],
  photoFiles: [],
})

/** If one animal lacks a value, there is a line to write on instead of the value of the other. */
const joinValues = (one: DocumentValues, other: DocumentValues, locale: string): DocumentValues => {
  const list = new Intl.ListFormat(locale)
  const joined = { ...one }
  for (const name of joinedNames) {
    const texts = [one[name], other[name]].filter((value) => value !== undefined)
    delete joined[name]
    if (texts.length < 2) continue
    joined[name] = name === 'fee' ? texts.join(' + ') : list.format(new Set(texts))
  }
  return joined
}

const joinedNames = (Object.keys(placeholders) as ValueName[]).filter(
  (name) => name.startsWith('animal.') || name === 'adoption.number' || name === 'fee',
)
