import { noFacts } from '../../animals/profiles/profile-facts.ts'
import { documentTexts } from './document-texts.ts'
import type { DocumentFacts } from './document-values.ts'

/** Sample data for previews. */
export const sampleAdoption = (nowMs: number, locale: string): Omit<DocumentFacts, 'organization'> => ({
  order: {
    id: 42n,
    petId: 7n,
    status: 'returned',
    createdAt: '',
    updatedAt: '',
    customer: { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7946 0000' },
    fee: { amount: 22_000, currency: 'EUR' },
    returnReason: documentTexts(locale).sampleReason,
  },
  pet: { name: 'Biscuit' },
  facts: {
    shown: {
      ...noFacts.shown,
      species: 'dog',
      sex: 'female',
      birthDate: '2023-04-12',
      birthDateExact: true,
      breeds: { primary: 'Beagle', secondary: null, mixed: true },
      colors: ['Tan', 'White'],
      spayedNeutered: true,
    },
    hidden: { ...noFacts.hidden, microchip: '276098102345678' },
  },
  handedOverMs: nowMs,
  returnedMs: nowMs,
  nowMs,
})
