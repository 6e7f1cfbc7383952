import { PageHead } from '../../platform/page-head.tsx'
import { BanList } from './ban-list.tsx'

/** For operators: which keys are banned, and until when. */
export const BansPage = () => (
  <>
    <PageHead title="Bans" />
    <BanList />
  </>
)
