import type { DocumentKind, DocumentTemplate } from './document.ts'

/** The templates of accounts that have not written their own. */
export const defaultTemplates: Readonly<Record<DocumentKind, DocumentTemplate>> = {
  contract: {
    title: 'Adoption contract',
    text: `between **{{organization.name}}**, {{organization.address}}, called the shelter,
and **{{adopter.name}}**, called the adopter.

## The animal

- Name: **{{animal.name}}** (no. {{animal.number}})
- Species: {{animal.species}}
- Breed: {{animal.breed}}
- Sex: {{animal.sex}}
- Born: {{animal.birthDate}}
- Colours: {{animal.colors}}
- Microchip: {{animal.microchip}}
- Spayed or neutered: {{animal.neutered}}

## The adopter

- Name: **{{adopter.name}}**
- Phone: {{adopter.phone}}
- Email: {{adopter.email}}
- Address: {{line}}

## What we agree

1. The shelter hands {{animal.name}} over to the adopter on {{adoption.date}}. The adopter pays an adoption fee of {{fee}}.
2. The adopter gives {{animal.name}} a home as a companion: with food, water, shelter, exercise and company every day, and with a veterinarian's care whenever it is needed.
3. The adopter does not sell {{animal.name}} or give {{animal.name}} away. If the adopter can no longer keep {{animal.name}}, the shelter takes {{animal.name}} back at any time.
4. The adopter keeps the microchip registered to the adopter's current address, and tells the shelter at once if {{animal.name}} is lost.
5. The shelter has told the adopter all it knows of the health and the character of {{animal.name}}. It cannot promise how {{animal.name}} will behave in a new home.
6. The shelter may ask how {{animal.name}} is, and may visit by appointment.

## Signatures

Place and date: {{line}}

The adopter, {{adopter.name}}: {{line}}

For {{organization.name}}: {{line}}

Adoption no. {{adoption.number}}`,
  },
  returnSlip: {
    title: 'Return slip',
    text: `**{{organization.name}}**, {{organization.address}}

## The animal

- Name: **{{animal.name}}** (no. {{animal.number}})
- Species: {{animal.species}}
- Breed: {{animal.breed}}
- Sex: {{animal.sex}}
- Microchip: {{animal.microchip}}

## Returned by

- Name: **{{adopter.name}}**
- Phone: {{adopter.phone}}
- Email: {{adopter.email}}

## The return

- Handed over on: {{adoption.date}}
- Returned on: {{return.date}}
- Reason: {{return.reason}}
- Eating, drinking, behaving as usual: {{line}}
- Medicine, vaccinations since: {{line}}

The adopter gives {{animal.name}} back to the shelter, and with the animal every right from the contract of adoption no. {{adoption.number}}.

## Signatures

Place and date: {{line}}

The adopter, {{adopter.name}}: {{line}}

For {{organization.name}}: {{line}}`,
  },
}
