import type { PlacedOrder } from './sample.repository.ts'

const adopters = [
  'Alex Morgan',
  'Samira Haddad',
  'Jonas Weber',
  'Mei Tanaka',
  'Priya Nair',
  'Tomás Ortega',
  'Ingrid Solberg',
  'Kwame Mensah',
  'Elif Yılmaz',
  'Noah Bennett',
  'Clara Dubois',
  'Ravi Patel',
]

/** A fictional person, at an address that can never exist (RFC 2606). */
export const adopterOf = (petId: bigint) => {
  const name = adopters[Number(petId % BigInt(adopters.length))] ?? 'Alex Morgan'
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
  return { name, email: `${plain.replace(' ', '.')}@example.org` }
}

/** Whether the sample placed an order. One without an address was erased, perhaps by an interrupted removal. */
export const isOfSample = (
  { accountId, email }: Pick<PlacedOrder, 'accountId' | 'email'>,
  { ownerId, petId }: { ownerId: bigint; petId: bigint },
): boolean => accountId === ownerId && (email === null || email === adopterOf(petId).email)
