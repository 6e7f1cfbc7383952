import { Type } from 'typebox'
import { petfinderApi } from './petfinder-api.ts'

/** Of each read of this API. */
export const shared = {
  surface: petfinderApi,
  method: 'GET',
  tag: 'Petfinder',
  scope: 'listings:read',
} as const

/** It knows no parameters, and ignores those that are sent. */
export const AnyQuery = Type.Object({})
