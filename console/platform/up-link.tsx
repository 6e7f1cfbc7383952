import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link from one object to the list of all, above its heading. */
export const UpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} size="sm" underline="always" display="inline-block" mb={8}>
    {children}
  </Anchor>
)
