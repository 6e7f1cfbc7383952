import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'

/** One request in the log. It has nothing that people typed: see `entry-text.ts`. */
export const RequestEntry = Type.Object(
  {
    id: Type.String({
      description:
        'The `X-Request-Id` of the response. If you chose an id with characters other than letters, digits and ' +
        '`. _ : + / = -`, this is its SHA-256.',
      examples: ['0OZlY4bGvvLc-1a'],
    }),
    time: Type.String({ format: 'date-time', description: 'When the response began.' }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({
      description:
        'The path of the operation with its ids. Values other than ids are replaced by the name of the parameter in ' +
        'braces. If there is no such operation, only the first two parts of the path.',
      examples: ['/v1/pets/7'],
    }),
    operationId: Type.Optional(
      Type.String({
        description: 'Absent if there is no such operation.',
        examples: ['updatePet'],
      }),
    ),
    status: Type.Integer({
      format: 'int32',
      description: 'The status of the response.',
      examples: [400],
    }),
    code: Type.Optional(
      Type.String({
        description: 'The code of the error, if it failed.',
        examples: ['validation_failed'],
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({
            description: 'The name of a field in the schema, or `(unknown)`.',
            examples: ['categoryId'],
          }),
          code: Type.String({ examples: ['invalid_type'] }),
        }),
        { maxItems: 20, description: 'The first issues with the request.' },
      ),
    ),
    durationMs: Type.Number({
      description: 'Time from the head of the request to the end of the response or, for a stream, to its start.',
      examples: [4.2],
    }),
    keyId: Type.Optional(Int64({ description: 'The key that sent it; absent for people.' })),
    accountId: Type.Optional(
      Int64({ description: 'The account that sent it. Only staff and keys with `admin` see it.' }),
    ),
    userAgent: Type.Optional(
      Type.String({
        description: 'The products in its `User-Agent`, without comments.',
        examples: ['node/26.1'],
      }),
    ),
    rateLimit: Type.Optional(
      Type.Object(
        {
          window: Type.String({ description: '`minute` or `day`.', examples: ['minute'] }),
          remaining: Type.Integer({ format: 'int32', description: 'Requests left in it.' }),
        },
        {
          description: 'The window that rejected the request, or else the one with the smallest share left.',
        },
      ),
    ),
    deprecated: Type.Optional(Type.Boolean({ description: 'Whether the operation is deprecated; absent if not.' })),
    count: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        description:
          'The number of requests that the entry represents. From the eleventh failure of a key with the same code ' +
          'in one second, failures are counted in one entry, whose other fields describe the first of them.',
      }),
    ),
  },
  {
    $id: 'RequestEntry',
    description: 'A request in the request log.',
    examples: [
      {
        id: '0OZlY4bGvvLc-1a',
        time: '2026-11-20T09:30:00.000Z',
        method: 'PATCH',
        path: '/v1/pets/7',
        operationId: 'updatePet',
        status: 400,
        code: 'validation_failed',
        errors: [{ field: 'categoryId', code: 'invalid_type' }],
        durationMs: 4.2,
        keyId: 1,
        userAgent: 'node/26.1',
        rateLimit: { window: 'minute', remaining: 47 },
      },
    ],
  },
)
export type RequestEntry = Static<typeof RequestEntry>
