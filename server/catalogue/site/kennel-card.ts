import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { type Language, languages } from '../../platform/language.ts'

const MAX_CARDS = 50

const language = (description: string) => Type.Unsafe<Language>(Type.Enum([...languages], { description }))

export const KennelCards = Type.Object(
  {
    title: Type.String({ description: 'Title of the file, as plain text.' }),
    language: language('Language of the title, and of the cards if you chose one.'),
    html: Type.String({
      description:
        'The cards as one HTML file, two on a sheet of A4 or Letter. It contains its style, is safe to show, and loads ' +
        'photos and fonts from this server by paths.',
    }),
    cards: Type.Array(
      Type.Object({
        petId: Int64({ description: 'The animal.' }),
        url: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'uri',
          description:
            'Where the QR code leads. `null` if the card has none, because the animal is not published or is adopted.',
        }),
      }),
      { maxItems: MAX_CARDS, description: 'The cards in the file, in order.' },
    ),
  },
  {
    $id: 'KennelCards',
    description: 'Kennel cards, ready to print.',
    examples: [
      {
        title: 'Kennel cards',
        language: 'en',
        html: '<!doctype html><html lang="en"><head><title>Kennel cards</title>...',
        cards: [{ petId: 1, url: 'https://shelter.example.org/adopt/1' }],
      },
    ],
  },
)
export type KennelCards = Static<typeof KennelCards>

export const KennelCardQuery = Type.Object(
  {
    id: Type.Array(Int64(), {
      minItems: 1,
      maxItems: MAX_CARDS,
      description:
        'The animals, repeated (`id=1&id=2`) or separated by commas. Those that do not exist, or belong to another account, ' +
        'are left out.',
      examples: [[1]],
    }),
    language: Type.Optional(
      language('The language of the cards. If omitted, that of the country of the animal’s organization.'),
    ),
  },
  { additionalProperties: false },
)
