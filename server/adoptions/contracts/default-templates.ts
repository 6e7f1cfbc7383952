import type { DocumentKind, DocumentTemplate } from './document.ts'

/**
 * Identifies the texts below in stored contracts. Change it whenever you change one of them.
 */
export const DEFAULT_VERSION = 'default-2'

/** The templates of accounts that have not written their own. */
export const defaultTemplates: Readonly<Record<DocumentKind, DocumentTemplate>> = {
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

   The shelter has told the adopter everything it knows about the health and behaviour of {{animal.name}}. It cannot promise that there is nothing that nobody has noticed.

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
}
