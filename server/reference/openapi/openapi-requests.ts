import { type ApiDocument, isRef, mapOperations, type Parameter } from './api-document.ts'

const JSON_TYPE = 'application/json'

/** Describes requests in the form that generated clients and validating proxies need. */
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
 * A list may be repeated (`id=1&id=2`) as well. If the document declared that, proxies would treat `1,2` as one value.
 * With commas declared, they accept both forms.
 */
const withCommas = (parameter: Parameter): Parameter =>
  parameter.in === 'query' && parameter.schema.type === 'array'
    ? { ...parameter, style: 'form', explode: false }
    : parameter
