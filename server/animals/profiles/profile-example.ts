/** The public profile of the animal in the examples. */
export const publicProfileExample = {
  petId: 1,
  published: true,
  publishedAt: '2026-11-20T09:30:00.000Z',
  species: 'dog',
  breeds: { primary: 'Labrador Retriever', secondary: null, mixed: true },
  birthDate: '2024-05-17',
  birthDateExact: false,
  sex: 'female',
  size: 'large',
  weightGrams: 24_500,
  coat: 'short',
  colors: ['black'],
  description: 'Loves **water** and children.',
  tags: ['playful'],
  houseTrained: true,
  spayedNeutered: true,
  vaccinated: true,
  declawed: null,
  specialNeeds: null,
  goodWith: { children: true, dogs: true, cats: null },
  fee: { amount: 15_000, currency: 'EUR' },
  bondedWith: [],
  videos: [],
  updatedAt: '2026-11-20T09:30:00.000Z',
}

const { updatedAt, ...facts } = publicProfileExample

/** The example as the owner sees it. */
export const profileExample = {
  ...facts,
  externalId: 'A-1047',
  microchip: '276098102345678',
  intakeDate: '2026-10-02',
  updatedAt,
}
