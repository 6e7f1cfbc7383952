import { type Static, Type } from 'typebox'

export const sampleStatuses = [
  ...(['absent', 'adding', 'additionFailed', 'added', 'removing', 'removalFailed'] as const),
] as const

export const Sample = Type.Object(
  {
    status: Type.Unsafe<(typeof sampleStatuses)[number]>(
      Type.Enum([...sampleStatuses], {
        description: '`additionFailed` and `removalFailed`: see `problem`. Repeat the request to continue.',
      }),
    ),
    animals: Type.Integer({
      minimum: 0,
      description: 'How many animals of the sample the account has.',
    }),
    published: Type.Integer({ minimum: 0, description: 'How many of them are published.' }),
    total: Type.Integer({ minimum: 0, description: 'How many animals the sample has.' }),
    kept: Type.Integer({
      minimum: 0,
      description:
        'How many animals the last removal kept because somebody had changed them. They are ordinary animals now.',
    }),
    problem: Type.Optional(Type.String({ description: 'Why it failed, for people.' })),
  },
  {
    $id: 'Sample',
    additionalProperties: false,
    description: 'The sample shelter of an account.',
    examples: [{ status: 'adding', animals: 12, published: 12, total: 60, kept: 0 }],
  },
)
export type Sample = Static<typeof Sample>

export const sampleSchemas = [Sample]
