import type { Placeholder } from '@adoption-store/client'

/** The placeholders for staff, in the order of a contract. */
export const placeholderLabels: Record<Placeholder, string> = {
  'animal.name': 'Animal: name',
  'animal.number': 'Animal: number',
  'animal.species': 'Animal: species',
  'animal.breed': 'Animal: breed',
  'animal.sex': 'Animal: sex',
  'animal.birthDate': 'Animal: date of birth',
  'animal.colors': 'Animal: colours',
  'animal.microchip': 'Animal: microchip',
  'animal.neutered': 'Animal: spayed or neutered',
  'adopter.name': 'Adopter: name',
  'adopter.email': 'Adopter: email',
  'adopter.phone': 'Adopter: phone',
  'organization.name': 'Organization: name',
  'organization.address': 'Organization: address',
  'organization.email': 'Organization: email',
  'organization.phone': 'Organization: phone',
  'organization.website': 'Organization: website',
  'adoption.number': 'Adoption: number',
  'adoption.date': 'Adoption: day of the handover',
  fee: 'Adoption: fee',
  'return.date': 'Return: day',
  'return.reason': 'Return: reason',
  today: 'Today',
  line: 'A line to write on',
}
