import { sexNames, speciesNames } from '../../../animals/profiles/labels.ts'
import type { Sex, Species } from '../../../animals/profiles/profile-values.ts'
import type { DocumentKind, DocumentTemplate } from '../document.ts'

/** The texts of documents in a language. */
export type DocumentTexts = {
  /** Identifies the templates in signed contracts. Change it whenever you change a text of theirs. */
  version: string
  /** For accounts that have not written their own. */
  templates: Readonly<Record<DocumentKind, DocumentTemplate>>
  labels: DocumentLabels
  words: AnimalWords
  /** The reason of a return in previews. */
  sampleReason: string
}

/** The labels of the typeset parts of a document. */
export type DocumentLabels = {
  animal: string
  adopter: string
  name: string
  species: string
  breed: string
  born: string
  sex: string
  colors: string
  number: string
  microchip: string
  neutered: string
  address: string
  phone: string
  email: string
  fee: string
  paidOn: string
  placeAndDate: string
  forShelter: string
  adoption: string
  /** For an adoption that was handed over before signed contracts were stored. */
  notStored: string
}

/** Words about animals in a language. */
type AnimalWords = {
  species: Record<Species, string>
  sex: Record<Sex, string>
  yes: string
  no: string
  and: string
  /** For a year that is a guess. */
  about: (year: string) => string
  mixed: (breed: string) => string
}

/** `colors` and `behaviour` as they are spelled in a country. */
const templatesWith = (behaviour: string): DocumentTexts['templates'] => ({
  contract: {
    title: 'Adoption contract',
    text: `between **{{organization.name}}**, called the shelter, and **{{adopter.name}}**, called the adopter

{{parties}}

1. **Handover**

   The shelter hands {{animal.name}} over to the adopter on {{adoption.date}}. The animal belongs to the adopter once both have signed and the fee is paid.

2. **Home**

   {{animal.name}} lives with the adopter as a member of the household and is not kept in a cage or on a chain.

3. **Care**

   The adopter provides food, water, shelter, exercise and company every day, and takes {{animal.name}} to a vet when ill or injured.

4. **Health**

   The shelter has told the adopter everything it knows about the health and ${behaviour} of {{animal.name}}. It cannot promise that there is nothing that nobody has noticed.

5. **Registration**

   The adopter registers the microchip in their own name and keeps the address up to date. If {{animal.name}} is lost, the adopter tells the shelter at once.

6. **New owners**

   The adopter does not sell {{animal.name}} or give {{animal.name}} to anybody else without the shelter's written consent.

7. **Return**

   If the adopter can no longer keep {{animal.name}}, the shelter takes {{animal.name}} back at any time.

8. **Visits**

   The shelter may ask how {{animal.name}} is, and may visit by appointment.

{{payment}}

{{signatures}}`,
  },
  returnSlip: {
    title: 'Return slip',
    text: `for the return of **{{animal.name}}** to **{{organization.name}}**

{{parties}}

## The return

- Adoption no. {{adoption.number}}, handed over on {{adoption.date}}
- Returned on: {{return.date}}
- Reason: {{return.reason}}
- Eating, drinking and behaving as usual: {{line}}
- Medicine and vaccinations since: {{line}}

The adopter gives {{animal.name}} back to the shelter, together with every right from the contract of adoption no. {{adoption.number}}.

{{signatures}}`,
  },
})

export const english: DocumentTexts = {
  version: 'default-2',
  templates: templatesWith('behaviour'),
  labels: {
    animal: 'The animal',
    adopter: 'The adopter',
    name: 'Name',
    species: 'Species',
    breed: 'Breed',
    born: 'Born',
    sex: 'Sex',
    colors: 'Colours',
    number: 'Number',
    microchip: 'Microchip',
    neutered: 'Neutered',
    address: 'Address',
    phone: 'Phone',
    email: 'Email',
    fee: 'Adoption fee',
    paidOn: 'Paid on',
    placeAndDate: 'Place and date',
    forShelter: 'For the shelter',
    adoption: 'Adoption no.',
    notStored:
      'Not the signed copy: this adoption was handed over before signed contracts were stored. It shows today’s details.',
  },
  words: {
    species: Object.fromEntries(
      Object.entries(speciesNames).map(([name, { one }]) => [name, one]),
      // With the same keys.
    ) as AnimalWords['species'],
    sex: sexNames,
    yes: 'Yes',
    no: 'No',
    and: 'and',
    about: (year) => `about ${year}`,
    mixed: (breed) => (/ mix$/i.test(breed) ? breed : `${breed} mix`),
  },
  sampleReason: 'The adopter has moved to a home where no animals are allowed.',
}

/** In American spelling. */
export const american: DocumentTexts = {
  ...english,
  version: 'default-2-en-US',
  templates: templatesWith('behavior'),
  labels: { ...english.labels, colors: 'Colors' },
}
