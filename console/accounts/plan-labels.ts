import type { Plan } from '@adoption-store/client'

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise']

export const planLabels: Record<Plan, string> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
}
