import { Type } from 'typebox'
import type { Caller } from '../../requests/access/caller.ts'
import { adoptionTools } from './adoption-tools.ts'
import { publicTools } from './public-tools.ts'
import { staffTools } from './staff-tools.ts'
import type { Tool } from './tool.ts'

/** Every tool. None of them deletes, erases or hands over anything, or changes keys and users. */
export const tools: readonly Tool[] = [...publicTools, ...adoptionTools, ...staffTools]

/** Whether a caller, or a visitor, has a tool. */
export const isOffered = ({ scopes, isPublic }: Tool, caller: Caller | undefined, isSiteOn: boolean): boolean =>
  (isPublic === true && isSiteOn) || (caller !== undefined && scopes.every((scope) => caller.scopes.has(scope)))

export const inputOf = ({ input }: Tool) => Type.Object(input, { additionalProperties: false })
