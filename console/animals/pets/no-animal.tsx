import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { PageHead } from '../../platform/page-head.tsx'

export const NoAnimal = () => (
  <>
    <PageHead title="Animal not found" />
    <EmptyState title="There is no animal with this number">
      It may have been deleted.{' '}
      <Anchor component={Link} to="/animals" underline="always">
        All animals
      </Anchor>
    </EmptyState>
  </>
)
