import { VisuallyHidden } from '@mantine/core'
import classes from './skeleton.module.css'

type SkeletonProps = { width?: number | string; height?: number; isRound?: boolean }

/**
 * A placeholder for loading content. Hidden from screen readers: announce once that it is loading.
 */
export const Skeleton = ({ width = '100%', height = 14, isRound = false }: SkeletonProps) => (
  <span className={classes.skeleton} data-round={isRound || undefined} style={{ width, height }} aria-hidden="true" />
)

/** The number of rows that a list is likely to have. */
export const SkeletonRows = ({ what, rows = 5 }: { what: string; rows?: number }) => (
  <div className={classes.rows} role="status" data-loading>
    <VisuallyHidden>Loading {what}</VisuallyHidden>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={row} className={classes.row}>
        <Skeleton width={36} height={36} />
        <div className={classes.lines}>
          <Skeleton width={`${28 + ((row * 17) % 25)}%`} />
          <Skeleton width={`${16 + ((row * 11) % 18)}%`} height={11} />
        </div>
      </div>
    ))}
  </div>
)

/** A whole page. */
export const SkeletonPage = () => (
  <div className={classes.page}>
    <Skeleton width={180} height={26} />
    <SkeletonRows what="the page" rows={6} />
  </div>
)
