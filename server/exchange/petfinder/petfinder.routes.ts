import type { Operation } from '../../requests/api/operation.ts'
import type { AccessTokens } from './access-tokens.service.ts'
import { type AnimalsDeps, animalOperations } from './animals.routes.ts'
import { type OrganizationsDeps, organizationOperations } from './organizations.routes.ts'
import { tokenOperation } from './token.routes.ts'
import { type TypesDeps, typeOperations } from './types.routes.ts'

type Deps = AnimalsDeps & TypesDeps & OrganizationsDeps & { tokens: Pick<AccessTokens, 'issue'> }

/** Version 2 of Petfinder's API, for programs written for it. */
export const petfinderOperations = (deps: Deps): Operation[] => [
  tokenOperation(deps.tokens),
  ...animalOperations(deps),
  ...typeOperations(deps),
  ...organizationOperations(deps),
]
