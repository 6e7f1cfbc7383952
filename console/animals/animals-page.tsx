import { PageHead } from '../platform/page-head.tsx'

export const AnimalsPage = () => <PageHead title="Animals" />
