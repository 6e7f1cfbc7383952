import { Type } from 'typebox'
import { Name } from '../../platform/http/name.ts'
import { type Operation, visitorOperation } from '../../requests/api/operation.ts'
import { noContent } from '../../requests/api/reply.ts'
import { MAX_PASSWORD_BYTES } from '../sign-in/password.ts'
import { MAX_TICKET_LENGTH } from '../sign-in/ticket-length.ts'
import { fromOf, signedIn } from '../sign-in/visitor.ts'
import { Email } from '../users/user.ts'
import type { SignUpService } from './sign-up.service.ts'

const SignUp = Type.Object({ email: Email }, { additionalProperties: false })

const ConfirmSignUp = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: MAX_TICKET_LENGTH }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_BYTES }),
    name: Name({ description: 'The name of the person.' }),
    accountName: Name({ description: 'The name of the account.' }),
  },
  { additionalProperties: false },
)

/** Operations of sign-up, if the store allows it: for our own pages only, beside `/v1`. */
export const signUpOperations = (signUp: SignUpService | undefined): Operation[] =>
  signUp === undefined
    ? []
    : [
        visitorOperation({
          id: 'requestSignUp',
          path: '/auth/sign-up',
          summary: 'Request a link to sign up',
          body: SignUp,
          async handle(visit) {
            await signUp.request(visit.body.email, fromOf(visit))
            return noContent
          },
        }),

        visitorOperation({
          id: 'confirmSignUp',
          path: '/auth/sign-up/confirm',
          summary: 'Create an account by a link',
          body: ConfirmSignUp,
          async handle(visit) {
            const issued = await signUp.confirm(visit.body, fromOf(visit))
            return signedIn(visit, issued, { key: issued.key })
          },
        }),
      ]
