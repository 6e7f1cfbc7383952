import { type ApiDocument, isRef, mapOperations, type Parameter } from './api-document.ts'

const JSON_TYPE = 'application/json'

/** What is sent, as generated clients and proxies that check requests need to be told. */
export const withWrittenRequests = (document: ApiDocument): ApiDocument =>
  mapOperations(document, (operation) => {
    const { requestBody, parameters } = operation
    const json = requestBody?.content[JSON_TYPE]
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((one) => (isRef(one) ? one : withCommas(one))),
      }),
      ...(requestBody && {
        requestBody: {
          ...requestBody,
          content: {
            ...requestBody.content,
            // The fetch client of Kubb names every media type but the plain one, and is not understood without.
            ...(json && { [`${JSON_TYPE}; charset=utf-8`]: { schema: json.schema } }),
          },
        },
      }),
    }
  })

/**
 * A list may be repeated (`id=1&id=2`) as well. Clients that are told so leave commas to those which cannot do it, and
 * proxies take `1,2` for one value; told of commas, they let both through.
 */
const withCommas = (parameter: Parameter): Parameter =>
  parameter.in === 'query' && parameter.schema.type === 'array'
    ? { ...parameter, style: 'form', explode: false }
    : parameter
