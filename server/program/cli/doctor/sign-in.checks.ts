import { oidcProvider } from '../../../accounts/single-sign-on/provider.ts'
import { systemClock as clock } from '../../../platform/clock.ts'
import { outboundReason } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

/** Checks that the single sign-on provider can be discovered, which each sign-in requires. */
export const checkSignIn = async ({ oidc: config }: Config): Promise<Finding[]> => {
  if (!config) return []
  const check = 'single sign-on'
  try {
    // Nobody is redirected there.
    await oidcProvider({ config, redirectUri: 'http://localhost/', clock }).begin()
    return [{ check, state: 'ok', found: `${config.issuer} responds` }]
  } catch (error) {
    const reason = outboundReason(error) ?? messageOf(error)
    const advice = 'check OIDC_ISSUER, and whether this machine reaches it; until then nobody signs in there'
    return [{ check, state: 'fail', found: `${config.issuer}: ${reason}`, advice }]
  }
}
