import { Type } from 'typebox'
import { petfinderApi } from './petfinder-api.ts'

/** Shared by all reads of this API. */
export const shared = {
  surface: petfinderApi,
  method: 'GET',
  tag: 'Petfinder',
  scope: 'listings:read',
} as const

/** Operations without parameters, which ignore any that are sent. */
export const AnyQuery = Type.Object({})
