import { petExample } from '../../animals/pets/pet.ts'
import { photoExample } from '../../animals/photos/photo.ts'
import { publicProfileExample } from '../../animals/profiles/profile-example.ts'

const { species, breeds, sex, size, birthDate, tags, goodWith } = publicProfileExample
const { id, alt, focus, placeholder, variants } = photoExample
const [{ width, height, format, url }] = variants

export const animalExample = {
  ...petExample,
  published: true,
  age: { months: 30, band: 'young' },
  species,
  breeds,
  sex,
  size,
  birthDate,
  tags,
  goodWith,
  photo: { id, alt, focus, placeholder, width, height, format, url },
  waitingSince: '2026-09-14',
  updatedAt: '2026-11-20T09:30:00.000Z',
  openApplications: 2,
}
