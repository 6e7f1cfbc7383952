import { Type } from 'typebox'
import type { ListingWindows } from '../../catalogue/listings/listing-window.service.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import { petfinderSlug } from '../animal-formats/petfinder-animal.ts'
import { type PetfinderType, valueOfWord } from '../animal-formats/petfinder-words.ts'
import { coatsOf, gendersOf, speciesOfType, typeNames, typesInOrder } from './animal-type.ts'
import { petfinderApi } from './petfinder-api.ts'
import { AnyQuery, shared } from './shared.ts'

export type TypesDeps = { windows: Pick<ListingWindows, 'valuesOf'> }

const TypePath = Type.Object({ type: Type.String() })

export const typeOperations = ({ windows }: TypesDeps): Operation[] => {
  const describe = async () => {
    const colorsOf = await windows.valuesOf('color')
    return (type: PetfinderType) => ({
      name: type,
      coats: coatsOf(type),
      colors: colorsOf(speciesOfType(type)).map(capitalized),
      genders: gendersOf(type),
      _links: { self: { href: hrefOf(type) }, breeds: { href: `${hrefOf(type)}/breeds` } },
    })
  }
  return [
    operation({
      ...shared,
      id: 'petfinderListTypes',
      path: '/types',
      summary: 'List types of animals',
      query: AnyQuery,
      returns: { 200: { description: 'The types.' } },
      handle: async () => {
        const described = await describe()
        return resource({ types: typesInOrder.map(described) })
      },
    }),

    operation({
      ...shared,
      id: 'petfinderGetType',
      path: '/types/{type}',
      summary: 'Get a type of animals',
      query: AnyQuery,
      params: TypePath,
      returns: { 200: { description: 'The type.' } },
      handle: async ({ params }) => {
        const type = typeOf(params.type)
        return resource({ type: (await describe())(type) })
      },
    }),

    operation({
      ...shared,
      id: 'petfinderListBreeds',
      path: '/types/{type}/breeds',
      summary: 'List breeds of a type',
      query: AnyQuery,
      params: TypePath,
      returns: { 200: { description: 'The breeds.' } },
      handle: async ({ params }) => {
        const type = typeOf(params.type)
        const breedsOf = await windows.valuesOf('breed')
        const breeds = breedsOf(speciesOfType(type)).map((breed) => ({
          name: capitalized(breed),
          _links: { type: { href: hrefOf(type) } },
        }))
        return resource({ breeds })
      },
    }),
  ]
}

const hrefOf = (type: PetfinderType): string => `${petfinderApi.prefix}/types/${petfinderSlug(type)}`

const typeOf = (word: string): PetfinderType => {
  const type = word.length > 100 ? undefined : valueOfWord(typeNames, word)
  if (!type) throw protocolError('route_not_found', { message: 'There is no type with this name.' })
  return type
}

/** Values are stored folded, so words get their capital letters back. */
const capitalized = (text: string): string => text.replaceAll(/(?<=^|[ /(-])\p{Ll}/gu, (letter) => letter.toUpperCase())
