import { Type } from 'typebox'
import { countryPattern, linePattern } from './patterns.ts'

const line = (maxLength: number, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: linePattern,
      'x-rule': 'must be one line that is not blank, without control characters',
      description,
      examples: [example],
    }),
  )

export const Address = Type.Object(
  {
    street: line(200, 'Street and number.', 'Hauptstraße 5'),
    city: line(100, 'City.', 'Berlin'),
    state: line(100, 'State or region.', 'Berlin'),
    postcode: line(20, 'Postcode.', '10827'),
    country: Type.Optional(
      Type.String({
        maxLength: 2,
        pattern: countryPattern,
        'x-rule': 'must be an ISO 3166-1 code such as DE',
        description: 'ISO 3166-1 alpha-2 code.',
        examples: ['DE'],
      }),
    ),
  },
  { additionalProperties: false, description: 'Postal address.' },
)

export const Location = (description: string) =>
  Type.Object(
    {
      lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude.', examples: [52.485] }),
      lng: Type.Number({
        minimum: -180,
        maximum: 180,
        description: 'Longitude.',
        examples: [13.354],
      }),
    },
    { additionalProperties: false, description },
  )
