import type { Plan } from '@adoption-store/client'

export const planLabels: Record<Plan, string> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
}
