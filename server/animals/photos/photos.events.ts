import type { EventKind } from '../../requests/api/event-type.ts'

const photo = {
  id: 1,
  petId: 1,
  alt: 'Biscuit sits on the grass',
  focus: { x: 0.5, y: 0.3 },
  width: 4_032,
  height: 3_024,
  placeholder: 'HwgCBQC2l062eHrqsqT445Nwsgiy',
  variants: [
    {
      width: 320,
      height: 240,
      format: 'webp',
      url: `/media/${'5e1f'.repeat(16)}.webp`,
      bytes: 11_204,
    },
    {
      width: 320,
      height: 240,
      format: 'jpeg',
      url: `/media/${'c07a'.repeat(16)}.jpg`,
      bytes: 15_730,
    },
  ],
  createdAt: '2026-11-20T09:30:00.000Z',
}

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    photos: typeof photoEvents
  }
}

export const photoEvents = {
  'pet.photosUpdated': {
    summary: 'The photos of an animal were changed',
    data: { schema: 'PetPhotos' },
    example: { petId: 1, photos: [photo] },
  },
} satisfies Record<string, EventKind>
